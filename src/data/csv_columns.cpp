#include "csv_columns.hpp"

#include <algorithm>
#include <initializer_list>
#include <numeric>

#include "novikoff/core/number.hpp"
#include "novikoff/core/spelling.hpp"

namespace novikoff::text {
namespace {

// Positions of `names`, ordered by name and then by position: for looking up, and for finding what stands twice.
std::vector<std::size_t> by_name(const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&names](std::size_t a, std::size_t b) { return names[a] < names[b]; });
  return order;
}

std::optional<std::size_t> find(const std::vector<std::string>& names, const std::vector<std::size_t>& order, const std::string& name) {
  const auto at = std::lower_bound(order.begin(), order.end(), name, [&names](std::size_t a, const std::string& n) { return names[a] < n; });
  if (at == order.end() || names[*at] != name) return std::nullopt;
  return *at;
}

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kListed = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kListed); ++i) out += (i > 0 ? ", " : "") + in_quotes(names[i]);
  return names.size() > kListed ? out + " and " + std::to_string(names.size() - kListed) + " more" : out;
}

// What a header of one column that holds another delimiter suggests.
std::string delimiter_hint(const std::vector<std::string>& names) {
  if (names.size() != 1) return {};
  for (const char c : {';', '\t', ',', '|'})
    if (names[0].find(c) != std::string::npos)
      return std::string("if cells are separated by ") + (c == '\t' ? "tabs, say --format tsv" : std::string("'") + c + "', say --delimiter '" + c + "'");
  return {};
}

// The name that was meant, for a hint.
std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  const std::optional<std::string> near = did_you_mean(name, names);
  return near ? "did you mean " + in_quotes(*near) + "?" : std::string();
}

// The first of these hints that there is.
std::string first_hint(std::initializer_list<std::string> hints) {
  const auto* const found = std::find_if(hints.begin(), hints.end(), [](const std::string& hint) { return !hint.empty(); });
  return found == hints.end() ? std::string() : *found;
}

std::optional<Fault> repeated_name(const CsvColumns::Header& header) {
  const std::vector<std::size_t> order = by_name(header.names);
  std::size_t second = header.names.size();  // the leftmost name that was there before
  for (std::size_t k = 1; k < order.size(); ++k)
    if (header.names[order[k]] == header.names[order[k - 1]]) second = std::min(second, order[k]);
  if (second == header.names.size()) return std::nullopt;
  return Fault{ErrorCode::header_invalid, header.offsets[second], "two columns are named " + in_quotes(header.names[second]),
               header_hint({header.names[second]})};
}

std::string columns(std::size_t n) { return counted(n, "column", "columns"); }

}  // namespace

std::string CsvColumns::describe(std::size_t field) const {
  const std::vector<std::string>& names = known_names();
  if (!is_label(field) && options_.header && feature_[field] < names.size()) return "column " + in_quotes(names[feature_[field]]);
  return "column " + std::to_string(field + 1);
}

void CsvColumns::tell(std::uint32_t file, Known& known) const {
  ++known.version;
  known.file = file;
  known.label_field = label_;
  known.columns = std::find(feature_.begin(), feature_.end(), kIgnored) == feature_.end();  // the fast lines take every cell for a value
  known.features.clear();
  known.in_order = true;
  for (std::size_t field = 0; field < size(); ++field) {
    if (is_label(field) || is_ignored(field)) continue;
    known.in_order = known.in_order && feature_[field] == known.features.size();
    known.features.push_back(feature_[field]);
  }
}

std::optional<Fault> CsvColumns::open(const Header& header) {
  if (std::optional<Fault> fault = repeated_name(header)) return fault;
  if (std::optional<Fault> fault = find_ignored(header)) return fault;
  if (std::optional<Fault> fault = find_label(header)) return fault;
  if (label_ != kNoLabel && is_ignored(label_))
    return Fault{ErrorCode::column_unknown, header.offsets[label_], "column " + in_quotes(header.names[label_]) + " is the label, and it is to be ignored",
                 "leave it out of --ignore"};
  return known() ? match(header) : number(header);
}

bool CsvColumns::all_known(const Header& header) const {
  if (!known()) return false;
  const std::vector<std::size_t> order = by_name(known_names());
  for (std::size_t field = 0; field < header.names.size(); ++field)
    if (!is_ignored(field) && !find(known_names(), order, header.names[field])) return false;
  return true;
}

// No label is needed, and all columns are features of the model: by name or, of a model without names, by their number where none is said to be the label.
bool CsvColumns::has_no_label(const Header& header) const {
  if (!options_.labels_optional) return false;
  if (known()) return all_known(header);
  return options_.unlabelled_count != 0 && options_.label_column == 0 && header.names.size() - options_.ignored.size() == options_.unlabelled_count;
}

std::optional<Fault> CsvColumns::find_ignored(const Header& header) {
  feature_.assign(header.names.size(), 0);
  for (const std::string& name : options_.ignored) {
    const auto at = std::find(header.names.begin(), header.names.end(), name);
    if (at == header.names.end())
      return Fault{ErrorCode::column_unknown, header.offsets.front(),
                   "no column to ignore is named " + in_quotes(name) + "; the columns are " + list(header.names),
                   first_hint({nearest(name, header.names), header_hint(header.names)})};
    feature_[static_cast<std::size_t>(at - header.names.begin())] = kIgnored;
  }
  for (const std::string& name : options_.ignored_if_there) {
    const auto field = static_cast<std::size_t>(std::find(header.names.begin(), header.names.end(), name) - header.names.begin());
    if (field < header.names.size() && name != options_.label_name && field + 1 != options_.label_column) feature_[field] = kIgnored;
  }
  return std::nullopt;
}

std::optional<Fault> CsvColumns::find_label(const Header& header) {
  const std::vector<std::string>& names = header.names;
  const std::size_t start = header.offsets.front();
  label_ = kNoLabel;
  if (options_.label_name) {
    const auto at = std::find(names.begin(), names.end(), *options_.label_name);
    if (at != names.end()) label_ = static_cast<std::size_t>(at - names.begin());
    if (at != names.end() || options_.labels_optional) return std::nullopt;
    return Fault{ErrorCode::column_unknown, start, "no column is named " + in_quotes(*options_.label_name) + "; the columns are " + list(names),
                 first_hint({delimiter_hint(names), nearest(*options_.label_name, names), header_hint(names)})};
  }
  if (has_no_label(header)) return std::nullopt;
  if (options_.label_column == 0)
    return Fault{ErrorCode::label_column_needed, start, "which column is the label? The columns are " + list(names),
                 first_hint({delimiter_hint(names), header_hint(names).empty() ? "" : "say --label NAME or --label-column N; " + header_hint(names)})};
  return find_label(names.size(), start);
}

std::optional<Fault> CsvColumns::find_label(std::size_t fields, std::size_t offset) {
  if (options_.label_column > fields)
    return Fault{
        ErrorCode::column_unknown, offset,
        "the label should be column " + std::to_string(options_.label_column) + ", but there " + (fields == 1 ? "is" : "are") + " only " + columns(fields),
        "columns count from 1, all of them"};
  label_ = static_cast<std::size_t>(options_.label_column) - 1;
  return std::nullopt;
}

// The features are fixed: each column of the file is one of them, and each of them is there.
std::optional<Fault> CsvColumns::match(const Header& header) {
  const std::vector<std::string> names = known_names();
  const std::vector<std::size_t> order = by_name(names);
  std::vector<bool> present(names.size());
  for (std::size_t field = 0; field < header.names.size(); ++field) {
    if (is_label(field) || is_ignored(field)) continue;
    const std::optional<std::size_t> feature = find(names, order, header.names[field]);
    if (!feature)
      return Fault{ErrorCode::column_unknown, header.offsets[field], "column " + in_quotes(header.names[field]) + " is none of the features " + list(names),
                   first_hint({header_hint({header.names[field]}), nearest(header.names[field], names), "--ignore leaves a column out that is no feature"})};
    feature_[field] = static_cast<std::uint32_t>(*feature);
    present[*feature] = true;
  }
  const auto missing = std::find(present.begin(), present.end(), false);
  if (missing != present.end())
    return Fault{ErrorCode::column_missing, header.offsets.front(),
                 "the file has no column " + in_quotes(names[static_cast<std::size_t>(missing - present.begin())]), header_hint(header.names)};
  schema_.names = names;
  note_label(header);
  return fix(names.size(), header.offsets.front());
}

// This file fixes the features: its columns in their order, without the label.
std::optional<Fault> CsvColumns::number(const Header& header) {
  std::vector<std::string> names;
  for (std::size_t field = 0; field < header.names.size(); ++field) {
    if (is_label(field) || is_ignored(field)) continue;
    feature_[field] = static_cast<std::uint32_t>(names.size());
    names.push_back(header.names[field]);
  }
  schema_.names = std::move(names);
  note_label(header);
  return fix(schema_.names.size(), header.offsets.front());
}

void CsvColumns::note_label(const Header& header) {
  if (label_ != kNoLabel) schema_.label_name = header.names[label_];
}

std::optional<std::size_t> CsvColumns::known_count() const noexcept {
  if (fixed_) return n_features_;
  if (!options_.columns.empty()) return options_.columns.size();
  return options_.column_count != 0 ? std::optional<std::size_t>(options_.column_count) : std::nullopt;
}

std::optional<Fault> CsvColumns::open(std::size_t fields, std::size_t offset) {
  label_ = kNoLabel;
  const std::optional<std::size_t> expected = known_count();
  const std::uint64_t of_model = options_.label_column == 0 && options_.n_features == 0 ? options_.unlabelled_count : options_.n_features;
  const bool unlabelled = options_.labels_optional && fields == (expected ? *expected : of_model);
  if (!unlabelled) {
    if (options_.label_column == 0)
      return Fault{ErrorCode::label_column_needed, offset, "which of the " + columns(fields) + " is the label? There is no header: say --label-column N"};
    if (std::optional<Fault> fault = find_label(fields, offset)) return fault;
  }
  const std::size_t features = fields - (unlabelled ? 0 : 1);
  if (expected && features != *expected)
    return Fault{ErrorCode::field_count, offset, "row has " + std::to_string(fields) + " fields, expected " + std::to_string(*expected + (unlabelled ? 0 : 1))};
  feature_.assign(fields, 0);
  std::uint32_t next = 0;
  for (std::size_t field = 0; field < fields; ++field)
    if (!is_label(field)) feature_[field] = next++;
  return fix(features, offset);
}

std::optional<Fault> CsvColumns::fix(std::size_t n_features, std::size_t offset) {
  if (options_.n_features != 0 && n_features > options_.n_features)
    return Fault{ErrorCode::index_too_large, offset,
                 "the file has " + counted(n_features, "feature column", "feature columns") + ", more than the " +
                     counted(options_.n_features, "feature", "features") + " declared",
                 "correct --features, or remove the columns"};
  fixed_ = true;
  n_features_ = n_features;
  schema_.n_features = std::max<std::uint64_t>(schema_.n_features, n_features);
  return std::nullopt;
}

}  // namespace novikoff::text

namespace novikoff {

std::string header_hint(const std::vector<std::string>& names) {
  const auto found = std::find_if(names.begin(), names.end(), [](const std::string& name) { return is_number(name); });
  if (found == names.end()) return {};
  return "the column name " + text::in_quotes(*found) + " looks like a value: if the first line is a row, say --no-header, and --label-column N for the label";
}

ErrorInfo with_header_hint(ErrorInfo error, const std::vector<std::string>& names) {
  const std::string hint = header_hint(names);
  if (!hint.empty()) error.hint += (error.hint.empty() ? "" : "; ") + hint;
  return error;
}

}  // namespace novikoff
