# Tests of the tree itself, the same whatever the compiler and the flags, so run in one configuration only.
novikoff_check_headers(core vec learn data prove run)

add_test(NAME layers COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/layers_test.py ${PROJECT_SOURCE_DIR})
add_test(NAME layers_self_test COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/layers_test.py --self-test)
set_tests_properties(layers layers_self_test PROPERTIES LABELS tree)

# A separate project finds and uses what is installed.
if(EXISTS ${PROJECT_SOURCE_DIR}/src/run/train.cpp)
  add_test(NAME install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install/test.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
  set_tests_properties(install PROPERTIES LABELS install TIMEOUT 300)
endif()

# Broken on purpose, the code must be caught by its unit tests: `make matrix` runs the mutants, here is the test of what runs them.
add_test(NAME mutants_self_test COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/mutants/run_mutants.py --self-test)
set_tests_properties(mutants_self_test PROPERTIES LABELS mutants)
