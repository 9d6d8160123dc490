// Files that stand in another's place on the command line.
#include <sys/stat.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/data/bytes.hpp"
#include "novikoff/run/settings.hpp"
#include "run/outputs.hpp"
#include "run/sealed_file.hpp"

namespace novikoff {
namespace {

// What the first position is for, if not data: the first word of "MODEL DATA…".
std::string first_of(const CommandRow& row) { return row.arguments.starts_with("MODEL") ? "model" : row.arguments.starts_with("CERT") ? "certificate" : ""; }

std::string synopsis(const CommandRow& row) { return "novikoff " + std::string(row.name) + ' ' + std::string(row.arguments); }

ErrorInfo misplaced(const std::string& path, const std::string& is, const std::string& wanted, const std::string& order) {
  return usage_error(path + " is " + is + ", and stands where " + wanted + " wanted: " + order);
}

bool is_data(const std::string& noun) { return noun.empty() || noun == "cache"; }

}  // namespace

std::string noun_of(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const Result<std::unique_ptr<ByteSource>> bytes = open_bytes(path);
  std::array<char, 256> first{};
  const Result<std::size_t> n = bytes ? (*bytes)->read(first) : Result<std::size_t>(bytes.error());
  return n ? std::string(own_noun({first.data(), *n})) : std::string();
}

Status check_inputs(const Arguments& arguments) {
  const CommandRow& row = row_of(arguments.command());
  if (row.command == Command::generate || row.command == Command::demo || row.command == Command::inspect) return {};
  const std::vector<std::string>& positions = arguments.positions();
  const std::string first = first_of(row);
  if (!first.empty() && positions.front().starts_with('@'))
    return misplaced(positions.front(), "an embedded set, which is data", "a " + first + " is", synopsis(row));
  for (std::size_t i = first.empty() ? 0 : 1; i < positions.size(); ++i)
    if (const std::string noun = noun_of(positions[i]); !is_data(noun)) return misplaced(positions[i], "a " + noun, "data are", synopsis(row));
  for (const auto& [option, wanted] : {std::pair{"--holdout", "data are"}, std::pair{"--w0", "start weights are"}}) {
    const auto path = find_option(row.command, option) != nullptr ? arguments.text(option) : std::nullopt;
    const std::string noun = path ? noun_of(*path) : std::string();
    const bool fits = noun.empty() || (noun == "cache" && option == std::string_view("--holdout"));
    if (!fits) return misplaced(*path, "a " + noun, wanted, std::string(option) + ' ' + std::string(find_option(row.command, option)->metavar));
  }
  return {};
}

ErrorInfo with_order_hint(ErrorInfo error, Command command) {
  const CommandRow& row = row_of(command);
  const bool foreign = error.code == ErrorCode::model_invalid || error.code == ErrorCode::certificate_invalid;
  if (foreign && error.message.starts_with("this is no"))
    error.hint = first_of(row).empty() ? "name a file that this program wrote: a checkpoint for --resume, a model for --model-in"
                                       : "the " + first_of(row) + " comes first: " + synopsis(row);
  return error;
}

ErrorInfo with_evaluate_hint(ErrorInfo error) {
  const bool no_column = error.message.starts_with("no column is named") || error.message.starts_with("the label should be column");
  const bool no_label =
      error.code == ErrorCode::label_missing || error.code == ErrorCode::label_column_needed || (error.code == ErrorCode::column_unknown && no_column);
  if (!no_label) return error;
  const std::string before = error.hint.empty() ? "" : error.hint + "; ";
  error.hint = before + "evaluate compares predictions with labels, so every row needs one: add them" +
               (error.code == ErrorCode::label_missing ? "" : " or name their column") + ", or use novikoff predict, which needs none";
  return error;
}

}  // namespace novikoff
