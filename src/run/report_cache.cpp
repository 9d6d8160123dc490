// What a cache holds, for people and programs.
#include "run/report_parts.hpp"

namespace novikoff {
namespace {

// A list for people, cut where it becomes long.
std::string some_of(const std::vector<std::string>& all) {
  constexpr std::size_t kShown = 10;
  std::string out;
  for (std::size_t k = 0; k < std::min(all.size(), kShown); ++k) out += (k > 0 ? ", " : "") + visible(all[k]);
  return all.size() > kShown ? fmt::format("{} and {} more", out, all.size() - kShown) : out;
}

std::string origin_text(const CacheOrigin& origin, bool seen) {
  if (origin.beside.empty()) return origin.name + ", no file";
  return fmt::format("{}, {} bytes, {}", origin.name, origin.size, seen ? "unchanged" : "not there any more");
}

}  // namespace

std::string inspect_text(const CacheCheck& check) {
  const CacheFacts& facts = check.facts;
  std::string out = line("cache", fmt::format("{} bytes in {}, every checksum right", facts.bytes, counted(facts.blocks, "block", "blocks")));
  for (std::size_t k = 0; k < facts.origins.size(); ++k) out += line("made from", origin_text(facts.origins[k], check.origins_seen[k]));
  out += line("rows", std::to_string(facts.rows));
  out += line("values", fmt::format("{}, {} of them in sparse rows", facts.values, facts.sparse_values));
  out += line("features", std::to_string(facts.n_features));
  out += line("labels", some_of(facts.labels));
  if (!facts.names.empty()) out += line("columns", some_of(facts.names));
  if (!facts.label_name.empty()) out += line("label column", visible(facts.label_name));
  if (facts.label_column != 0) out += line("label column", std::to_string(facts.label_column));
  out += line("index base", std::to_string(facts.index_base));
  return out + line("bytes", fmt::format("{} for indices, {} for values, {} for long decimals", check.index_bytes, check.value_bytes, check.decimal_bytes));
}

std::string inspect_json(const CacheCheck& check) {
  const CacheFacts& facts = check.facts;
  Report out;
  out.member("bytes", facts.bytes);
  out.member("blocks", facts.blocks);
  out.member("rows", facts.rows);
  out.member("values", facts.values);
  out.member("sparse_values", facts.sparse_values);
  out.member("n_features", facts.n_features);
  write_list(out.json(), "labels", facts.labels);
  write_list(out.json(), "names", facts.names);
  facts.label_name.empty() ? out.json().member("label_name", nullptr) : out.json().member("label_name", facts.label_name);
  facts.label_column == 0 ? out.json().member("label_column", nullptr) : out.json().member("label_column", facts.label_column);
  out.member("index_base", facts.index_base);
  out.member("index_bytes", check.index_bytes);
  out.member("value_bytes", check.value_bytes);
  out.member("decimal_bytes", check.decimal_bytes);
  out.json().key("origins").begin_array();
  for (std::size_t k = 0; k < facts.origins.size(); ++k) {
    const CacheOrigin& origin = facts.origins[k];
    out.json().begin_object();
    out.json().member("name", origin.name);
    out.json().key("bytes");
    origin.beside.empty() ? out.json().value(nullptr) : out.json().value(origin.size);
    out.json().member("unchanged", static_cast<bool>(check.origins_seen[k]));
    out.json().end_object();
  }
  out.json().end_array();
  return out.finish();
}

}  // namespace novikoff
