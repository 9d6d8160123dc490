# Tests of the tree itself, the same whatever the compiler and the flags, so run in one configuration only.
novikoff_check_headers(core vec learn data run)

add_test(NAME layers COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/layers_test.py ${PROJECT_SOURCE_DIR})
add_test(NAME layers_self_test COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/layers_test.py --self-test)
set_tests_properties(layers layers_self_test PROPERTIES LABELS tree)
