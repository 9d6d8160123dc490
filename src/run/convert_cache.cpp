// Rows written as a cache.
#include <algorithm>

#include "novikoff/data/cache.hpp"
#include "novikoff/run/convert.hpp"
#include "novikoff/run/exact_input.hpp"

namespace novikoff {
namespace {

constexpr std::size_t kCacheRowsAtOnce = 1024;

// The inputs as they are now. They were read before: what changed since then is not what the rows say.
Result<std::vector<CacheOrigin>> origins_of(const std::vector<std::string>& inputs, const Schema& schema, const std::string& output) {
  std::vector<CacheOrigin> origins;
  for (std::size_t k = 0; k < schema.files.size(); ++k) {
    Result<CacheOrigin> origin = k < inputs.size() ? CacheOrigin::of(inputs[k], output) : Result<CacheOrigin>(CacheOrigin{});
    if (!origin) return origin.error();
    origin->name = schema.files[k];
    origins.push_back(*std::move(origin));
  }
  return origins;
}

}  // namespace

Result<std::uint64_t> convert_to_cache(Source& source, const std::vector<std::string>& inputs, const ReadOptions& reading, const std::string& output,
                                       const ConvertOptions& options, const Sink& write) {
  const std::optional<InputAgain> again = input_again(inputs, reading);
  CacheWriter writer(
      [&](std::string_view bytes) -> Status {
        const Result<bool> more = write(bytes);
        return more ? Status{} : Status(more.error());
      },
      !options.binary64);
  for (;;) {
    const Result<const Block*> block = source.next(kCacheRowsAtOnce);
    if (!block) return block.error();
    if ((*block)->size() == 0) break;
    if (Status added = writer.add(**block); !added) return added.error();
  }
  const Schema& schema = source.schema();
  if (writer.rows() == 0) return ErrorInfo{ErrorCode::no_rows, "no rows", {schema.files.size() == 1 ? schema.files.front() : std::string()}, {}, {}};
  const Result<std::vector<CacheOrigin>> origins = origins_of(inputs, schema, output);
  if (!origins) return origins.error();
  if (again && !again->unchanged()) return ErrorInfo{ErrorCode::read_failed, "the data have changed while they were read", {again->name}, {}, {}};
  const std::uint64_t label_column = reading.header ? 0 : reading.label_column;
  if (Status finished = writer.finish(schema, label_column, *origins); !finished) return finished.error();
  return writer.rows();
}

}  // namespace novikoff
