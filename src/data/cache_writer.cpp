#include <algorithm>
#include <map>

#include "cache_encode.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/data/cache.hpp"

namespace novikoff {
namespace {

using namespace cache;  // NOLINT(google-build-using-namespace): the parts of this file's own format

constexpr std::size_t kMostLabels = 65536;

// The labels met so far, numbered; equal numbers are one.
class LabelTable {
 public:
  /// Nullopt for one too many.
  std::optional<std::uint32_t> number(std::string_view spelling) {
    if (last_ < spellings_.size() && spellings_[last_] == spelling) return static_cast<std::uint32_t>(last_);
    const auto [at, added] = numbers_.try_emplace(key(spelling), spellings_.size());
    if (added) spellings_.emplace_back(spelling);
    last_ = at->second;
    return spellings_.size() <= kMostLabels ? std::optional(static_cast<std::uint32_t>(last_)) : std::nullopt;
  }
  const std::vector<std::string>& spellings() const noexcept { return spellings_; }

 private:
  static std::string key(std::string_view spelling) {
    const std::optional<Decimal> decimal = parse_decimal(spelling);
    if (!decimal) return 'w' + std::string(spelling);
    return (decimal->negative ? "-" : "+") + decimal->digits + 'e' + std::to_string(decimal->exponent);
  }
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> spellings_;
  std::size_t last_ = ~std::size_t{0};
};

void put_text(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out += text;
}

}  // namespace

class CacheWriter::Impl {
 public:
  Impl(Sink sink, bool as_written) : sink_(std::move(sink)), encoder_(as_written) {}

  Status add(const Block& block) {
    for (std::size_t row = 0; row < block.size(); ++row) {
      const std::optional<std::uint32_t> label = labels_.number(block.label_text(row));
      if (!label) return ErrorInfo{ErrorCode::usage, "the rows have more than " + std::to_string(kMostLabels) + " different labels", {}, {}, {}};
      if (encoder_.rows() > 0 && (encoder_.full() || encoder_.is_beyond(block, row)))
        if (Status written = flush(); !written) return written;
      if (Status added = encoder_.add(block, row, *label, block.n_features(row)); !added) return added;
      ++foot_.rows;
    }
    return {};
  }

  Status finish(const Schema& schema, std::uint64_t label_column, const std::vector<CacheOrigin>& origins) {
    if (encoder_.rows() > 0)
      if (Status written = flush(); !written) return written;
    std::string tables;
    for (const DirectoryEntry& entry : directory_) put(tables, entry);
    for (const std::string& label : labels_.spellings()) put_text(tables, label);
    for (const std::string& name : schema.names) put_text(tables, name);
    put_text(tables, schema.label_name);
    for (const CacheOrigin& origin : origins) {
      put_text(tables, origin.name);
      put_text(tables, origin.beside);
      put(tables, origin.size);
      put(tables, origin.digest);
    }
    pad(tables, kAlign);
    foot_.tables_offset = offset_;
    foot_.tables_size = tables.size();
    foot_.tables_checksum = checksum(tables.data(), tables.size());
    foot_.blocks = directory_.size();
    foot_.n_features = n_features_;
    foot_.labels = labels_.spellings().size();
    foot_.names = schema.names.size();
    foot_.sources = origins.size();
    foot_.label_column = static_cast<std::uint32_t>(label_column);
    foot_.index_base = schema.index_base;
    put(tables, foot_);
    put(tables, checksum(&foot_, sizeof foot_));
    return sink_(tables);
  }

  std::uint64_t rows() const noexcept { return foot_.rows; }

 private:
  Status begin() {
    std::string head(kMagic);
    put(head, kVersion);
    put(head, kByteOrderMark);
    put(head, checksum(head.data(), head.size()));
    pad(head, kHeadSize);
    offset_ = head.size();
    return sink_(head);
  }

  Status flush() {
    if (directory_.empty())
      if (Status begun = begin(); !begun) return begun;
    const std::uint64_t rows = encoder_.rows(), values = encoder_.values(), sparse = encoder_.sparse_values();
    const std::string bytes = encoder_.finish();
    directory_.push_back({offset_, bytes.size(), foot_.rows - rows, checksum(bytes.data(), bytes.size())});
    n_features_ = BlockHead::read(reinterpret_cast<const unsigned char*>(bytes.data())).width_after;
    offset_ += bytes.size();
    foot_.values += values;
    foot_.sparse_values += sparse;
    foot_.most_rows = std::max(foot_.most_rows, rows);
    foot_.most_values = std::max(foot_.most_values, values);
    foot_.most_sparse = std::max(foot_.most_sparse, sparse);
    return sink_(bytes);
  }

  Sink sink_;
  BlockEncoder encoder_;
  LabelTable labels_;
  std::vector<DirectoryEntry> directory_;
  std::uint64_t offset_ = 0, n_features_ = 0;
  Foot foot_;
};

CacheWriter::CacheWriter(Sink sink, bool as_written) : impl_(std::make_unique<Impl>(std::move(sink), as_written)) {}
CacheWriter::CacheWriter(CacheWriter&&) noexcept = default;
CacheWriter& CacheWriter::operator=(CacheWriter&&) noexcept = default;
CacheWriter::~CacheWriter() = default;
Status CacheWriter::add(const Block& block) { return impl_->add(block); }
Status CacheWriter::finish(const Schema& schema, std::uint64_t label_column, const std::vector<CacheOrigin>& origins) {
  return impl_->finish(schema, label_column, origins);
}
std::uint64_t CacheWriter::rows() const noexcept { return impl_->rows(); }

}  // namespace novikoff
