// Whether a cache still says what the files say that it was made from; and a look at all of a cache.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <tuple>

#include <xxhash.h>

#include "cache_file.hpp"
#include "novikoff/data/bytes.hpp"

namespace novikoff {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t{1} << 18U;

bool regular(const std::string& path, struct stat& status) { return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode); }

// XXH3 of 128 bits, {low, high}.
Result<std::array<std::uint64_t, 2>> digest_of(const std::string& path) {
  Result<std::unique_ptr<ByteSource>> bytes = open_bytes(path);
  if (!bytes) return bytes.error();
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
  if (!state || XXH3_128bits_reset(state.get()) != XXH_OK) return ErrorInfo{ErrorCode::internal, "no digest", {path}, {}, {}};
  std::vector<char> piece(kPiece);
  for (;;) {
    const Result<std::size_t> got = (*bytes)->read(piece);
    if (!got) return got.error();
    if (*got == 0) break;
    XXH3_128bits_update(state.get(), piece.data(), *got);
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return std::array<std::uint64_t, 2>{hash.low64, hash.high64};
}

fs::path folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

// As seen from where the program runs, if it lies there or below.
std::string shown(const std::string& path) {
  std::error_code failure;
  const std::string near = fs::proximate(path, failure).string();
  return failure || near.empty() || near.substr(0, 2) == ".." ? path : near;
}

auto modified(const struct stat& status) { return std::tuple(status.st_mtim.tv_sec, status.st_mtim.tv_nsec); }

}  // namespace

Result<CacheOrigin> CacheOrigin::of(const std::string& input, const std::string& cache) {
  CacheOrigin origin;
  origin.name = input == "-" ? "stdin" : input;
  struct stat status {};
  if (input == "-" || !regular(input, status)) return origin;
  std::error_code failure;
  // Folders as they are and not as links name them, for a cache may be read through another name.
  const fs::path from = fs::canonical(folder_of(cache), failure);
  const fs::path to = failure ? fs::path() : fs::canonical(folder_of(input), failure) / fs::path(input).filename();
  if (failure) return origin;
  const Result<std::array<std::uint64_t, 2>> digest = digest_of(input);
  if (!digest) return digest.error();
  origin.beside = to.lexically_relative(from).string();
  origin.size = static_cast<std::uint64_t>(status.st_size);
  origin.digest = *digest;
  return origin;
}

Status CacheFile::check_origins(bool digests, std::vector<bool>* seen) const {
  std::error_code unknown;
  const fs::path own = path_.empty() ? fs::path() : fs::canonical(path_ == "-" ? "/proc/self/fd/0" : path_, unknown);
  for (const CacheOrigin& origin : facts_.origins) {
    if (seen != nullptr) seen->push_back(false);
    if (origin.beside.empty() || own.empty() || unknown) continue;
    const std::string path = (own.parent_path() / origin.beside).lexically_normal().string();
    struct stat now {
    }, cache{};
    if (!regular(path, now) || ::fstat(descriptor_, &cache) != 0) continue;
    const auto stale = [&](const std::string& how) { return error(ErrorCode::cache_stale, shown(path) + how + " since the cache was made from it"); };
    if (static_cast<std::uint64_t>(now.st_size) != origin.size)
      return stale(" has changed from " + std::to_string(origin.size) + " to " + std::to_string(now.st_size) + " bytes");
    if (digests || modified(now) >= modified(cache)) {
      const Result<std::array<std::uint64_t, 2>> digest = digest_of(path);
      if (!digest) return digest.error();
      if (*digest != origin.digest) return stale(" has changed");
    }
    if (seen != nullptr) seen->back() = true;
  }
  return {};
}

Result<CacheCheck> check_cache(const std::string& path, std::uint64_t memory) {
  const Result<std::shared_ptr<CacheFile>> file = CacheFile::open(path, memory);
  if (!file) return file.error();
  CacheCheck check{(*file)->facts(), {}, 0, 0, 0};
  std::vector<std::uint64_t> buffer;
  cache::DecodedBlock decoded;
  std::vector<cache::DecodedBlock::LongDecimal> decimals;
  std::uint64_t values = 0, sparse = 0;
  for (std::size_t b = 0; b < (*file)->blocks(); ++b) {
    const Result<cache::Bytes> bytes = (*file)->read(b, buffer);
    if (!bytes) return bytes.error();
    const char* fault = decoded.decode(*bytes, (*file)->limits());
    if (fault == nullptr) fault = decoded.check_canonical();
    if (fault == nullptr && decoded.size() != (*file)->first_row(b + 1) - (*file)->first_row(b)) fault = "it has another number of rows than the tables say";
    if (fault == nullptr && !decoded.long_decimals(decimals)) fault = "the decimals are wrong";
    if (fault != nullptr) return (*file)->invalid(b, fault);
    const cache::Sections at = cache::sections_of(decoded.head());
    check.index_bytes += at.values - at.indices;
    check.value_bytes += at.growths - at.values;
    check.decimal_bytes += decoded.head().decimal_bytes;
    values += decoded.head().n_values;
    sparse += decoded.head().n_sparse;
  }
  if (values != check.facts.values || sparse != check.facts.sparse_values)
    return (*file)->error(ErrorCode::cache_invalid, "the foot of the cache says another number of values than its blocks");
  if (Status fresh = (*file)->check_origins(true, &check.origins_seen); !fresh) return fresh.error();
  return check;
}

}  // namespace novikoff
