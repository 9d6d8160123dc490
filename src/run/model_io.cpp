#include "novikoff/run/model_io.hpp"

#include "novikoff/run/output.hpp"
#include "run/model_format.hpp"
#include "run/sealed_file.hpp"

namespace novikoff {
namespace {

constexpr SealedKind kModelKind{kModelFormat, "model", kModelVersion, ErrorCode::model_invalid, ErrorCode::model_version_newer, "novikoff train"};

bool finite(const Model& model) {
  if (!model.hypothesis.finite() || (model.voted && !model.voted->start().finite())) return false;
  if (!model.state) return true;
  const RunState& state = *model.state;
  return state.current.finite() && (!state.weighted_steps || state.weighted_steps->finite()) && (!state.pocket || state.pocket->best.finite());
}

}  // namespace

Status check_sealed_model(std::string_view bytes, const std::string& name) { return check_sealed(bytes, name, kModelKind); }

Result<Model> parse_model(std::string_view bytes, const std::string& name, std::uint64_t memory, MissingData missing) {
  if (Status sealed = check_sealed_model(bytes, name); !sealed) return sealed.error();
  return read_model(bytes, name, memory, missing);
}

Status save_model(const Model& model, const std::string& path) {
  if (model.expansion && model.expansion->kernel.kind == KernelKind::function)
    return ErrorInfo{ErrorCode::usage, "the kernel is a function of the program that learned, which no file holds", {path}, {}, {}};
  if (!finite(model)) return ErrorInfo{ErrorCode::weights_overflow, "the weights are not finite; the model is not written", {path}, {}, {}};
  return write_file(path, model_bytes(model));
}

Result<Model> load_model(const std::string& path, std::uint64_t memory) {
  const Result<std::string> bytes = read_all(path, memory);
  if (!bytes) return bytes.error();
  return parse_model(*bytes, path == "-" ? "stdin" : path, memory);
}

}  // namespace novikoff
