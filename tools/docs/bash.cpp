// Completion for bash. It asks for nothing but bash: the script stands alone, without the bash-completion package's functions.
#include <ostream>

#include "docs.hpp"

namespace novikoff::docs {
namespace {

// Words are offered in full; readline replaces only what stands behind the last of its word breaks (such as = and, except as a
// first letter, @), so what stands before it is taken off again.
constexpr std::string_view kHead = R"(# bash completion for novikoff. Made from the table of options.

# _novikoff_offer WORD CANDIDATE...: what of the candidates begins with WORD.
_novikoff_offer() {
  local word=$1 candidate
  shift
  for candidate in "$@"; do
    [[ $candidate == "$word"* ]] && COMPREPLY+=("$candidate")
  done
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
  return 0
}

# _novikoff_files WORD: files and folders.
_novikoff_files() {
  local file found=
  while IFS= read -r file; do COMPREPLY+=("$file") found=1; done < <(compgen -f -- "$1")
  [[ -n $found ]] && compopt -o filenames 2>/dev/null
  return 0
}

# _novikoff_cut WORD: takes off what readline keeps of it.
_novikoff_cut() {
  local breaks=${COMP_WORDBREAKS//[[:space:]]/} kept=$1 i
  kept=${kept%"${kept##*[$breaks]}"}
  [[ $kept == @ ]] && kept=
  [[ -n $kept ]] || return 0
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$kept"}; done
}

_novikoff() {
  local line=${COMP_LINE:0:COMP_POINT} word before command='' value i position=0
  local -a words
  word=${line##*[[:blank:]]}
  read -ra words <<< "${line%"$word"}"
  COMPREPLY=()
  if [[ ${#words[@]} -lt 2 ]]; then
)";

constexpr std::string_view kTail = R"(  if [[ $word == -* ]]; then
    _novikoff_option_names "$command" "$word"
    return 0
  fi
  for ((i = 2; i < ${#words[@]}; ++i)); do
    if [[ ${words[i]} != -* || ${words[i]} == - ]] && ! _novikoff_takes_value "$command:${words[i - 1]}"; then ((++position)); fi
  done
  _novikoff_inputs "$command" "$position" "$word"
  _novikoff_cut "$word"
  return 0
}

complete -F _novikoff novikoff
)";

std::string quoted(const std::vector<std::string>& words) { return words.empty() ? "" : "'" + joined(words, "' '") + "'"; }

// "train:--eta | online:--eta"
std::string pattern(const OptionRow& row) {
  std::vector<std::string> patterns;
  for (const std::string& command : commands_of(row)) {
    patterns.push_back(command + ":" + std::string(row.name));
    if (!row.letter.empty()) patterns.push_back(command + ":" + std::string(row.letter));
  }
  return joined(patterns, " | ");
}

void option_names(std::ostream& out) {
  out << "# _novikoff_option_names COMMAND WORD\n_novikoff_option_names() {\n  case $1 in\n";
  for (const CommandRow& command : command_rows()) {
    std::vector<std::string> names;
    for (const OptionRow& row : option_rows()) {
      if (!row.taken_by(command.command)) continue;
      if (!row.letter.empty()) names.emplace_back(row.letter);
      names.emplace_back(row.name);
    }
    out << "    " << command.name << ")\n      _novikoff_offer \"$2\" " << joined(names, " ") << "\n      ;;\n";
  }
  out << "  esac\n}\n\n";
}

void takes_value(std::ostream& out) {
  std::vector<std::string> patterns;
  for (const OptionRow& row : option_rows())
    if (row.kind != ValueKind::flag) patterns.push_back(pattern(row));
  out << "# _novikoff_takes_value COMMAND:OPTION\n_novikoff_takes_value() {\n  case $1 in\n    " << joined(patterns, " | \\\n      ")
      << ") return 0 ;;\n  esac\n  return 1\n}\n\n";
}

void values(std::ostream& out) {
  out << "# _novikoff_values COMMAND:OPTION WORD\n_novikoff_values() {\n  case $1 in\n";
  for (const OptionRow& row : option_rows()) {
    if (row.kind != ValueKind::choice && row.kind != ValueKind::file) continue;
    out << "    " << pattern(row) << ")\n      "
        << (row.kind == ValueKind::file ? std::string("_novikoff_files \"$2\"") : "_novikoff_offer \"$2\" " + joined(words_of(row), " ")) << "\n      ;;\n";
  }
  out << "  esac\n}\n\n";
}

void inputs(std::ostream& out) {
  out << "# _novikoff_inputs COMMAND POSITION WORD\n_novikoff_inputs() {\n  case $1 in\n";
  for (const CommandRow& command : command_rows()) {
    const Inputs kind = inputs_of(command);
    out << "    " << command.name << ")\n";
    if (kind == Inputs::demo_names)
      out << "      [[ $2 -eq 0 ]] && _novikoff_offer \"$3\" " << quoted(demo_words()) << "\n";
    else
      out << "      " << (kind == Inputs::model_then_data ? "[[ $2 -gt 0 ]] && " : "") << "_novikoff_offer \"$3\" " << quoted(embedded_words())
          << "\n      [[ $3 == @* ]] || _novikoff_files \"$3\"\n";
    out << "      ;;\n";
  }
  out << "  esac\n}\n\n";
}

}  // namespace

void print_bash(std::ostream& out) {
  std::vector<std::string> first;
  for (const CommandRow& command : command_rows()) first.emplace_back(command.name);
  const std::string_view head = kHead;
  const std::size_t main = head.find("_novikoff() {");
  out << head.substr(0, main);
  option_names(out);
  takes_value(out);
  values(out);
  inputs(out);
  out << head.substr(main) << "    _novikoff_offer \"$word\" " << joined(first, " ") << " --help --version\n    return 0\n  fi\n"
      << "  command=${words[1]}\n  before=${words[${#words[@]} - 1]}\n  value=$word\n"
      << "  if [[ $word == --*=* ]]; then\n    before=${word%%=*}\n    value=${word#*=}\n  fi\n"
      << "  if _novikoff_takes_value \"$command:$before\"; then\n    _novikoff_values \"$command:$before\" \"$value\"\n"
      << "    for i in \"${!COMPREPLY[@]}\"; do COMPREPLY[i]=${word%\"$value\"}${COMPREPLY[i]}; done\n"
      << "    _novikoff_cut \"$word\"\n    return 0\n  fi\n"
      << kTail;
}

}  // namespace novikoff::docs
