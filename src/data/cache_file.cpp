#include "cache_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "cache_unpack.hpp"

namespace novikoff {
namespace {

using namespace cache;  // NOLINT(google-build-using-namespace): the parts of this file's own format

constexpr std::string_view kCutOff = "the cache was cut off or altered after it was written";

const unsigned char* bytes_of(std::string_view text) noexcept { return reinterpret_cast<const unsigned char*>(text.data()); }

// Strings one after the other; nullopt where they do not fit.
class Strings {
 public:
  explicit Strings(std::string_view rest) : rest_(rest) {}
  bool number(std::uint64_t& value) noexcept {
    if (rest_.size() < sizeof value) return false;
    value = get<std::uint64_t>(bytes_of(rest_));
    rest_.remove_prefix(sizeof value);
    return true;
  }
  bool text(std::string& value) {
    std::uint64_t size = 0;
    if (!number(size) || size > rest_.size()) return false;
    value = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(static_cast<std::size_t>(size));
    return true;
  }
  bool texts(std::uint64_t count, std::vector<std::string>& values) {
    for (std::uint64_t k = 0; k < count; ++k)
      if (!text(values.emplace_back())) return false;
    return true;
  }
  std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
};

int open_descriptor(const std::string& path) {
  if (path == "-") return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  int descriptor = -1;
  do descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

}  // namespace

bool begins_as_cache(std::string_view bytes) noexcept { return bytes.starts_with(kMagicStart); }

bool is_cache(const std::string& path) {
  struct stat status {};
  if ((path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) != 0 || !S_ISREG(status.st_mode)) return false;
  const int descriptor = open_descriptor(path);
  if (descriptor < 0) return false;
  char first[kMagicStart.size()] = {};
  const bool begins = ::pread(descriptor, first, sizeof first, 0) == static_cast<ssize_t>(sizeof first) && begins_as_cache({first, sizeof first});
  ::close(descriptor);
  return begins;
}

CacheFile::~CacheFile() {
  if (mapping_ != nullptr) ::munmap(const_cast<unsigned char*>(mapping_), static_cast<std::size_t>(size_));
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::shared_ptr<CacheFile>> CacheFile::open(const std::string& path, std::uint64_t memory) {
  std::shared_ptr<CacheFile> file(new CacheFile(path == "-" ? "stdin" : path));
  file->path_ = path;
  file->descriptor_ = open_descriptor(path);
  struct stat status {};
  if (file->descriptor_ < 0 || ::fstat(file->descriptor_, &status) != 0)
    return file->error(ErrorCode::cannot_open, "cannot open the file: " + std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) return file->error(ErrorCode::cannot_open, "a cache must be a regular file");
  file->size_ = static_cast<std::uint64_t>(status.st_size);
  file->changed_seconds_ = status.st_mtim.tv_sec;
  file->changed_nanoseconds_ = status.st_mtim.tv_nsec;
  if (Status loaded = file->load(memory); !loaded) return loaded.error();
  return file;
}

Result<std::shared_ptr<CacheFile>> CacheFile::over(std::string_view bytes, const std::string& name, std::uint64_t memory) {
  std::shared_ptr<CacheFile> file(new CacheFile(name));
  file->memory_ = bytes;
  file->size_ = bytes.size();
  if (Status loaded = file->load(memory); !loaded) return loaded.error();
  return file;
}

bool CacheFile::unchanged() const {
  struct stat status {};
  return descriptor_ < 0 || (::fstat(descriptor_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == size_ &&
                             status.st_mtim.tv_sec == changed_seconds_ && status.st_mtim.tv_nsec == changed_nanoseconds_);
}

Status CacheFile::copy(std::uint64_t offset, void* into, std::size_t size) const {
  if (descriptor_ < 0) {
    std::memcpy(into, memory_.data() + offset, size);
    return {};
  }
  auto* to = static_cast<char*>(into);
  while (size > 0) {
    const ssize_t got = ::pread(descriptor_, to, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return error(ErrorCode::read_failed, "cannot read: " + std::generic_category().message(errno));
    if (got == 0) return error(ErrorCode::read_failed, "the file became shorter while it was read");
    to += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return {};
}

Status CacheFile::load(std::uint64_t memory) {
  const auto cut_off = [this] { return error(ErrorCode::checksum_mismatch, std::string(kCutOff)); };
  char head[kHeadSize] = {}, foot[kFootSize] = {};
  if (Status read = copy(0, head, static_cast<std::size_t>(std::min<std::uint64_t>(size_, sizeof head))); !read) return read;
  const unsigned char* const p = bytes_of({head, sizeof head});
  if (std::string_view(head, kMagic.size()) != kMagic)
    return std::string_view(head).substr(0, kMagicStart.size()) == kMagicStart ? cut_off() : error(ErrorCode::cache_invalid, "this is no cache");
  if (get<std::uint32_t>(p + 12) != kByteOrderMark)
    return size_ < kHeadSize ? cut_off() : error(ErrorCode::checksum_mismatch, "the head of the cache was altered");
  if (const auto version = get<std::uint32_t>(p + 8); version > kVersion)
    return error(ErrorCode::cache_version_newer,
                 "the cache has version " + std::to_string(version) + ", and this program reads versions up to " + std::to_string(kVersion));
  if (get<std::uint32_t>(p + 8) == 0) return error(ErrorCode::cache_invalid, "there is no version 0 of caches");
  if (get<std::uint64_t>(p + 16) != checksum(head, 16) || std::any_of(head + 24, head + sizeof head, [](char c) { return c != 0; }))
    return error(ErrorCode::checksum_mismatch, "the head of the cache was altered");
  if (size_ < kHeadSize + kFootSize || size_ % kAlign != 0) return cut_off();
  if (Status read = copy(size_ - kFootSize, foot, sizeof foot); !read) return read;
  if (get<std::uint64_t>(bytes_of({foot, sizeof foot}) + sizeof(Foot)) != checksum(foot, sizeof(Foot))) return cut_off();
  std::memcpy(&foot_, foot, sizeof foot_);
  return load_tables(foot_, memory);
}

Status CacheFile::load_tables(const Foot& foot, std::uint64_t memory) {
  const std::uint64_t end = size_ - kFootSize;
  if (foot.tables_offset < kHeadSize || foot.tables_offset > end || foot.tables_size != end - foot.tables_offset || foot.tables_offset % kAlign != 0)
    return error(ErrorCode::cache_invalid, "the tables do not lie before the foot");
  // Each string has 8 bytes for its size, and so no more than four times that here.
  const auto limit = [&](const char* what) {
    return error(ErrorCode::memory_limit, std::string(what) + " of the cache need more than the " + std::to_string(memory) + " bytes that --memory allows");
  };
  if (foot.tables_size > memory / 6) return limit("the tables");
  std::string tables(static_cast<std::size_t>(foot.tables_size), '\0');
  if (Status read = copy(foot.tables_offset, tables.data(), tables.size()); !read) return read;
  if (checksum(tables.data(), tables.size()) != foot.tables_checksum) return error(ErrorCode::checksum_mismatch, "the tables of the cache were altered");
  if (Status parsed = parse_tables(foot, tables); !parsed) return parsed;
  limits_ = {foot.most_rows, foot.most_values, foot.most_sparse, foot.n_features, foot.labels, foot.sources};
  if (block_memory() > memory - foot.tables_size) return limit("the blocks");
  return {};
}

Status CacheFile::parse_tables(const Foot& foot, std::string_view tables) {
  const auto wrong = [this](const char* what) { return error(ErrorCode::cache_invalid, what); };
  if (foot.blocks == 0 || foot.blocks > tables.size() / sizeof(DirectoryEntry)) return wrong("the number of blocks is wrong");
  directory_.resize(static_cast<std::size_t>(foot.blocks));
  std::memcpy(directory_.data(), tables.data(), directory_.size() * sizeof(DirectoryEntry));
  std::uint64_t offset = kHeadSize, row = 0;
  for (std::size_t b = 0; b < directory_.size(); ++b) {
    const DirectoryEntry& entry = directory_[b];
    const std::uint64_t next = b + 1 < directory_.size() ? directory_[b + 1].first_row : foot.rows;
    if (entry.offset != offset || entry.size % kAlign != 0 || entry.size < kBlockHeadSize + kSlack || entry.size > foot.tables_offset - offset)
      return wrong("a block does not lie where the one before it ends");
    if (entry.first_row != row || next <= row || next - row > foot.most_rows) return wrong("the rows of the blocks do not add up");
    offset += entry.size;
    row = next;
  }
  if (offset != foot.tables_offset || row != foot.rows) return wrong("the blocks do not fill the file");
  looked_at_.resize(directory_.size());
  Strings strings(tables.substr(directory_.size() * sizeof(DirectoryEntry)));
  bool whole = strings.texts(foot.labels, facts_.labels) && strings.texts(foot.names, facts_.names) && strings.text(facts_.label_name);
  for (std::uint64_t k = 0; k < foot.sources && whole; ++k) {
    CacheOrigin& origin = facts_.origins.emplace_back();
    whole = strings.text(origin.name) && strings.text(origin.beside) && strings.number(origin.size) && strings.number(origin.digest[0]) &&
            strings.number(origin.digest[1]);
  }
  if (!whole || strings.rest().size() >= kAlign || strings.rest().find_first_not_of('\0') != std::string_view::npos)
    return wrong("the strings of the tables are wrong");
  if (foot.index_base > 1 || foot.n_features > std::uint64_t{1} << 32U || foot.labels == 0 || foot.sources == 0 ||
      (foot.names != 0 && foot.names > foot.n_features))
    return wrong("the numbers of the foot contradict one another");
  facts_.bytes = size_;
  facts_.blocks = foot.blocks;
  facts_.rows = foot.rows;
  facts_.values = foot.values;
  facts_.sparse_values = foot.sparse_values;
  facts_.n_features = foot.n_features;
  facts_.label_column = foot.label_column;
  facts_.index_base = foot.index_base;
  return {};
}

std::size_t CacheFile::block_of(std::uint64_t row) const noexcept {
  const auto behind =
      std::upper_bound(directory_.begin(), directory_.end(), row, [](std::uint64_t r, const DirectoryEntry& entry) { return r < entry.first_row; });
  return static_cast<std::size_t>(behind - directory_.begin()) - 1;
}

std::uint64_t CacheFile::block_memory() const noexcept {
  std::uint64_t largest = 0;
  for (const DirectoryEntry& entry : directory_) largest = std::max(largest, entry.size);
  return largest + DecodedBlock::memory(limits_);
}

ErrorInfo CacheFile::invalid(std::size_t block, const char* fault) const {
  return error(ErrorCode::cache_invalid, "block " + std::to_string(block + 1) + " of the cache contradicts itself: " + fault);
}

Status CacheFile::check_block(std::size_t block, Bytes bytes) const {
  if (checksum(bytes.data(), bytes.size()) == directory_[block].checksum) return {};
  return error(ErrorCode::checksum_mismatch, "block " + std::to_string(block + 1) + " of the cache was altered");
}

Result<Bytes> CacheFile::read(std::size_t block, std::vector<std::uint64_t>& buffer) const {
  const DirectoryEntry& entry = directory_[block];
  const auto size = static_cast<std::size_t>(entry.size);
  if (buffer.size() < size / 8) buffer.resize(size / 8);
  if (Status copied = copy(entry.offset, buffer.data(), size); !copied) return copied.error();
  const Bytes bytes(reinterpret_cast<const unsigned char*>(buffer.data()), size);
  if (Status right = check_block(block, bytes); !right) return right.error();
  return bytes;
}

Result<Bytes> CacheFile::look(std::size_t block) {
  if (descriptor_ >= 0 && mapping_ == nullptr) {
    void* const mapped = ::mmap(nullptr, static_cast<std::size_t>(size_), PROT_READ, MAP_SHARED, descriptor_, 0);
    if (mapped == MAP_FAILED) return error(ErrorCode::read_failed, "cannot map the file: " + std::generic_category().message(errno));
    mapping_ = static_cast<const unsigned char*>(mapped);
  }
  // A page behind the end of a file that became shorter cannot be read: this is asked first.
  if (!unchanged()) return error(ErrorCode::read_failed, "the file was changed while it was read");
  const DirectoryEntry& entry = directory_[block];
  const Bytes bytes((mapping_ != nullptr ? mapping_ : bytes_of(memory_)) + entry.offset, static_cast<std::size_t>(entry.size));
  if (!looked_at_[block]) {
    if (Status right = check_block(block, bytes); !right) return right.error();
    looked_at_[block] = true;
  }
  return bytes;
}

}  // namespace novikoff
