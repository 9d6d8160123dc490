#include "novikoff/run/settings.hpp"

#include <algorithm>
#include <thread>

#include "novikoff/core/number.hpp"
#include "novikoff/data/bytes.hpp"
#include "novikoff/data/cache.hpp"
#include "novikoff/run/data_reference.hpp"
#include "novikoff/run/holdout.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/train.hpp"
#include "run/settings_kernel.hpp"

namespace novikoff {
namespace {

// A file of start weights may be as long as the memory limit, and no longer.
Result<std::string> read_whole(const std::string& path, std::uint64_t memory) {
  Result<std::unique_ptr<ByteSource>> bytes = open_bytes(path);
  if (!bytes) return bytes.error();
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16U);
  while (true) {
    const Result<std::size_t> n = (*bytes)->read(buffer);
    if (!n) return n.error();
    if (*n == 0) return text;
    text.append(buffer.data(), *n);
    if (text.size() > memory) return ErrorInfo{ErrorCode::memory_limit, "the file is larger than --memory allows", {path, 0, 0}, {}, {}};
  }
}

// Numbers with commas or blanks between, each error with its place.
Result<std::vector<double>> weights_in(const std::string& text, const std::string& path) {
  constexpr std::string_view kBetween = " \t\r\n,";
  std::vector<double> weights;
  std::uint64_t line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (kBetween.find(text[at]) != std::string_view::npos) {
      if (text[at++] == '\n') {
        ++line;
        line_begin = at;
      }
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const Result<double> value = parse_number(std::string_view(text).substr(at, end - at), "weight");
    if (!value)
      return ErrorInfo{ErrorCode::value_invalid,
                       value.error().message,
                       {path, line, at - line_begin + 1},
                       {},
                       text.substr(line_begin, text.find('\n', line_begin) - line_begin)};
    weights.push_back(*value);
    at = end;
  }
  return weights;
}

Result<std::vector<double>> start_weights(const std::string& value, std::uint64_t memory) {
  // A list if it begins as one: a number up to the first comma. A file named like a number is written ./1
  std::vector<double> weights;
  if (!is_number(value.substr(0, value.find(',')))) {
    const Result<std::string> text = read_whole(value, memory);
    if (!text) return text.error();
    // A number takes two bytes of text at least, and eight in each of the vectors that a run makes of the start.
    constexpr std::uint64_t kVectors = 12;
    if (text->size() > memory / (kVectors * sizeof(double) / 2))
      return ErrorInfo{ErrorCode::memory_limit, "the start weights need more memory than --memory allows", {value, 0, 0}, "raise --memory", {}};
    return weights_in(*text, value);
  }
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const Result<double> weight = parse_number(value.substr(begin, end - begin), "--w0");
    if (!weight) return weight.error();
    weights.push_back(*weight);
    begin = end + 1;
  }
  return weights;
}

void set_limits(const Arguments& arguments, LearnerSpec& spec) {
  if (arguments.command() == Command::train && arguments.given("--passes")) spec.passes = arguments.count("--passes");
  if (const auto n = arguments.count("--max-updates")) spec.max_updates = *n;
  if (const auto n = arguments.count("--max-seen")) spec.max_seen = *n;
  if (const auto s = arguments.number("--max-seconds")) spec.max_seconds = *s;
}

// The form of an embedded set is known; an option that says another would do nothing.
Status check_embedded(const Arguments& arguments) {
  const auto& inputs = arguments.positions();
  const auto found = std::find_if(inputs.begin(), inputs.end(), [](const std::string& input) { return input.starts_with('@'); });
  if (found == inputs.end()) return {};
  for (const char* option : {"--format", "--index-base", "--label", "--label-column", "--no-header", "--delimiter", "--ignore"})
    if (arguments.given(option)) return usage_error(std::string(option) + " does not go with " + *found + ", whose form is known");
  return {};
}

// An option for CSV does nothing on LIBSVM text, and what does nothing in silence is taken for done.
Status check_csv_options(const Arguments& arguments, const ReadOptions& options) {
  if (options.format) return {};
  const bool model_first = arguments.command() == Command::predict || arguments.command() == Command::evaluate || arguments.command() == Command::check;
  const auto& inputs = arguments.positions();
  for (const char* option : {"--label", "--label-column", "--no-header", "--delimiter", "--ignore"}) {
    if (!arguments.given(option)) continue;
    if (inputs.empty()) return usage_error(std::string(option) + " is for CSV, and standard input is read as LIBSVM text; say --format csv");
    const bool names_label = std::string_view(option).substr(0, 7) == "--label";
    for (std::size_t i = model_first ? 1 : 0; i < inputs.size(); ++i) {
      const bool cache = is_cache(inputs[i]);
      if (cache && names_label) continue;  // the cache tells whether that is its label
      if (cache) return usage_error(std::string(option) + " is for CSV text, and " + inputs[i] + " is a cache, whose columns are settled");
      if (format_of(inputs[i]) == Format::libsvm)
        return usage_error(std::string(option) + " is for CSV, and " + inputs[i] + " is read as LIBSVM text; say --format csv");
    }
  }
  return {};
}

// What is computed with. Until a proof is found only exact arithmetic will do, and no limit that was not asked for may end the run.
Status set_arithmetic(const Arguments& arguments, LearnerSpec& spec) {
  const bool until_proof = arguments.given("--until");
  if (until_proof) spec.arithmetic = Arithmetic::exact;
  if (const auto arithmetic = arguments.text("--arithmetic")) spec.arithmetic = *arithmetic_named(*arithmetic);
  if (const auto numbers = arguments.text("--numbers")) spec.numbers = *numbers_named(*numbers);
  if (const auto space = arguments.text("--space")) spec.space = *space_named(*space);
  if (until_proof && !spec.passes && !spec.max_seen && spec.order != Order::online) spec.passes = 0;
  if (spec.arithmetic == Arithmetic::exact) {
    for (const char* option : {"--holdout", "--patience", "--checkpoint"})
      if (arguments.given(option)) return usage_error(std::string(option) + " needs --arithmetic double");
    return {};
  }
  if (until_proof) return usage_error("--until proof needs --arithmetic exact: doubles prove nothing");
  if (arguments.given("--numbers")) return usage_error("--numbers says which numbers exact arithmetic is about: it needs --arithmetic exact");
  return {};
}

void set_rule(const Arguments& arguments, LearnerSpec& spec) {
  if (const auto tau = arguments.number("--tau")) {
    spec.tau = *tau;
    spec.rule = RuleKind::margin;
  }
  if (const auto rule = arguments.text("--rule")) spec.rule = *rule_named(*rule);
  if (const auto tie = arguments.text("--tie")) spec.tie = *tie_named(*tie);
  if (const auto eta = arguments.number("--eta")) spec.eta = *eta;
  if (const auto bias = arguments.number("--bias")) spec.bias_value = *bias;
  if (const auto b0 = arguments.number("--b0")) spec.b0 = *b0;
  if (const auto keep = arguments.text("--keep")) spec.keep = *keep_named(*keep);
}

}  // namespace

const Preset* preset_of(const Arguments& arguments) {
  const auto like = arguments.text("--like");
  return like ? preset_named(*like) : nullptr;
}

DrawnStart drawn_start(const Arguments& arguments) {
  const Preset* preset = preset_of(arguments);
  if (preset == nullptr || !preset->random_start) return {.weights = false, .bias = false};
  return {.weights = !arguments.given("--w0"), .bias = !arguments.given("--b0")};
}

Result<LearnerSpec> learner_spec(const Arguments& arguments) {
  const Preset* preset = preset_of(arguments);
  LearnerSpec spec = preset != nullptr ? preset->spec() : LearnerSpec{};
  const std::optional<std::uint64_t> preset_passes = spec.passes;
  if (arguments.command() == Command::online) {
    spec.order = Order::online;
    spec.keep = KeepKind::last;
  } else {
    if (const auto order = arguments.text("--order")) spec.order = *order_named(*order);
    const Result<HoldoutChoice> holdout = holdout_choice(arguments);
    if (!holdout) return holdout.error();
    spec.holdout = holdout->fraction;
    spec.patience = arguments.count("--patience").value_or(0);
  }
  if (const auto seed = arguments.count("--seed")) spec.seed = *seed;
  if (Status possible = set_budget(arguments, spec); !possible) return possible.error();
  set_rule(arguments, spec);
  if (arguments.given("--rule") && spec.rule == RuleKind::margin && !arguments.given("--tau")) return usage_error("--rule margin needs the margin: --tau T");
  if (spec.order == Order::online) spec.passes.reset();  // one pass, whatever the preset's limit is
  set_limits(arguments, spec);
  if (arguments.command() == Command::train)
    if (Status possible = set_arithmetic(arguments, spec); !possible) return possible.error();
  if (Status possible = set_kernel(arguments, spec); !possible) return possible.error();
  if (!spec.passes && spec.order != Order::online) spec.passes = preset_passes;
  if (const auto w0 = arguments.text("--w0")) {
    Result<std::vector<double>> weights = start_weights(*w0, memory_limit(arguments));
    if (!weights) return weights.error();
    spec.w0 = *std::move(weights);
  }
  if (Status valid = check_spec(spec); !valid) return valid.error();
  if (arguments.command() == Command::train && arguments.given("--curve") && !spec.has_passes())
    return usage_error("--curve draws a point a pass, and --order " + std::string(name(spec.order)) + " has no passes");
  return spec;
}

std::uint64_t threads_of(const Arguments& arguments) {
  if (arguments.command() == Command::online) return 1;
  return arguments.count("--threads").value_or(std::max(1U, std::thread::hardware_concurrency()));
}

Result<ReadOptions> read_options(const Arguments& arguments) {
  if (Status free = check_embedded(arguments); !free) return free.error();
  ReadOptions options;
  if (const auto format = arguments.text("--format")) options.format = format_named(*format);
  if (const auto base = arguments.text("--index-base")) {
    options.index_base = *base == "0" ? 0 : 1;
    options.index_base_said = true;
  }
  // The serial numbers of LIBSVM's format stand at index 0.
  if (arguments.text("--kernel").value_or("") == "precomputed") {
    if (options.index_base_said && options.index_base == 1) return usage_error("--kernel precomputed has serial numbers at index 0: --index-base 0");
    options.index_base = 0;
    options.index_base_said = true;
  }
  options.label_name = arguments.text("--label");
  options.label_column = arguments.count("--label-column").value_or(0);
  options.header = !arguments.given("--no-header");
  if (const auto delimiter = arguments.text("--delimiter")) options.delimiter = *delimiter == "tab" ? '\t' : delimiter->front();
  if (const auto names = arguments.text("--ignore")) {
    Result<std::vector<std::string>> ignored = parse_list(*names, "--ignore");
    if (!ignored) return ignored.error();
    options.ignored = *std::move(ignored);
  }
  options.n_features = arguments.count("--features").value_or(0);
  options.memory = memory_limit(arguments);
  options.threads = static_cast<unsigned>(threads_of(arguments));
  if (options.label_name && options.label_column != 0) return usage_error("--label and --label-column both name the label: keep one");
  if (options.label_name && !options.header)
    return usage_error("--label names a column of the header, and --no-header says that there is none; say --label-column N");
  if (!options.ignored.empty() && !options.header) return usage_error("--ignore names columns of the header, and --no-header says that there is none");
  if (options.label_name && std::find(options.ignored.begin(), options.ignored.end(), *options.label_name) != options.ignored.end())
    return usage_error("--label and --ignore both name " + *options.label_name + ": the label is not ignored");
  if (options.delimiter == '"' || options.delimiter == '\n' || options.delimiter == '\r') return usage_error("--delimiter cannot be a quote or a line end");
  if (options.format == Format::libsvm &&
      (options.label_name || options.label_column != 0 || !options.header || options.delimiter != 0 || !options.ignored.empty()))
    return usage_error("--label, --label-column, --no-header, --delimiter and --ignore are for CSV, and --format is libsvm");
  if (Status meant = check_csv_options(arguments, options); !meant) return meant.error();
  return options;
}

Result<ReadOptions> read_options(const Arguments& arguments, const Provenance& source, std::string_view whose) {
  Result<ReadOptions> options = read_options(arguments);
  if (!options) return options;
  if (arguments.given("--index-base") && options->index_base != source.index_base) {
    ErrorInfo error;
    error.code = ErrorCode::index_base_mismatch;
    error.message = "the " + std::string(whose) + "'s indices count from " + std::to_string(source.index_base) + ", and --index-base says " +
                    std::to_string(options->index_base);
    return error;
  }
  read_as(source, *options);
  return options;
}

Result<ReadOptions> read_options(const Arguments& arguments, const Model& model) {
  Result<ReadOptions> options = read_options(arguments, model.source, "model");
  if (options && model.source.label_column != 0) options->column_count = model.n_features;  // without a header, a file without labels is told by its columns
  return options;
}

Result<Labels> label_policy(const Arguments& arguments, bool by_sign) {
  const auto pair = arguments.pair("--labels");
  const auto positive = arguments.text("--positive");
  if (pair && positive && !Label::of(pair->second).same_as(Label::of(*positive)))
    return usage_error("--labels says that " + pair->second + " is +1, and --positive says " + *positive);
  if (pair) return Labels::fixed(pair->first, pair->second);
  return by_sign ? Labels::sign(positive) : Labels::collect(positive);
}

Labels labels_of(const Model& model) {
  const std::string& negative = model.source.negative;
  const std::string& positive = model.source.positive;
  if (!negative.empty() && !positive.empty()) return Labels::fixed(negative, positive);
  // A stream that has seen one class: by sign, unless the one it knows was named as positive whatever its sign.
  const Label known = Label::of(positive);
  const bool above_zero = known.number && !known.number->negative && !known.number->digits.empty();
  Labels labels = positive.empty() || above_zero ? Labels::sign() : Labels::sign(positive);
  ErrorInfo unused;
  if (!positive.empty()) labels.intern(positive, unused);
  if (!negative.empty()) labels.intern(negative, unused);
  return labels;
}

Result<LearnerSpec> resumed_spec(const Arguments& arguments, const Model& model) {
  const Result<LearnerSpec> asked = learner_spec(arguments);
  if (!asked) return asked;
  const LearnerSpec& own = model.spec;
  const auto contradicts = [&](std::string_view option, bool same, const std::string& value) {
    return arguments.given(option) && !same
               ? std::optional(usage_error(std::string(option) + " is " + value + " in the model, and a run that goes on keeps it"))
               : std::nullopt;
  };
  if (arguments.command() == Command::online && own.order != Order::online)
    return usage_error("the model comes from --order " + std::string(name(own.order)) + ", and online goes on only from a model of order online");
  for (const auto& error :
       {contradicts("--order", asked->order == own.order, std::string(name(own.order))),
        contradicts("--seed", asked->seed == own.seed, std::to_string(own.seed)), contradicts("--rule", asked->rule == own.rule, std::string(name(own.rule))),
        contradicts("--tau", asked->tau == own.tau, to_text(own.tau)), contradicts("--tie", asked->tie == own.tie, std::string(name(own.tie))),
        contradicts("--eta", asked->eta == own.eta, to_text(own.eta)), contradicts("--bias", asked->bias_value == own.bias_value, to_text(own.bias_value)),
        contradicts("--keep", asked->keep == own.keep, std::string(name(own.keep))), contradicts("--b0", asked->b0 == own.b0, to_text(own.b0)),
        contradicts("--w0", asked->w0 == own.w0, "another"), contradicts("--holdout", asked->holdout == own.holdout, to_text(own.holdout)),
        contradicts("--patience", asked->patience == own.patience, std::to_string(own.patience)),
        contradicts("--kernel", asked->kernel.kind == own.kernel.kind, std::string(name(own.kernel.kind))),
        contradicts("--gamma", asked->kernel.gamma == own.kernel.gamma, to_text(own.kernel.gamma)),
        contradicts("--coef0", asked->kernel.coef0 == own.kernel.coef0, to_text(own.kernel.coef0)),
        contradicts("--degree", asked->kernel.degree == own.kernel.degree, std::to_string(own.kernel.degree)),
        contradicts("--budget", asked->budget.size == own.budget.size, own.budget.size == 0 ? "not there" : std::to_string(own.budget.size)),
        contradicts("--budget-rule", asked->budget.rule == own.budget.rule, std::string(name(own.budget.rule))),
        contradicts("--projection-error", asked->budget.projection_error == own.budget.projection_error, to_text(own.budget.projection_error))})
    if (error) return *error;
  const auto pair = arguments.pair("--labels");
  const auto differs = [](const std::string& one, const std::string& two) { return !two.empty() && !Label::of(one).same_as(Label::of(two)); };
  if (pair && (differs(pair->first, model.source.negative) || differs(pair->second, model.source.positive)))
    return usage_error("--labels are " + model.source.negative + ',' + model.source.positive + " in the model, and a run that goes on keeps them");
  if (const auto positive = arguments.text("--positive"); positive && differs(*positive, model.source.positive))
    return usage_error("--positive is " + model.source.positive + " in the model, and a run that goes on keeps it");
  if (arguments.command() == Command::train && asked->space != Space::automatic && (asked->space == Space::dual) != own.in_dual())
    return usage_error("--space is " + std::string(own.in_dual() ? "dual" : "primal") + " in the model, and a run that goes on keeps it");
  if (arguments.command() == Command::train)
    if (const Status needed = check_kernel_cache(arguments, own); !needed) return needed.error();
  LearnerSpec spec = own;
  set_limits(arguments, spec);
  return spec;
}

std::uint64_t memory_limit(const Arguments& arguments) { return arguments.count("--memory").value_or(ReadOptions{}.memory); }

Result<Setting> open_setting(const Arguments& arguments, bool labels_optional) {
  Result<Model> model = load_model(arguments.positions().front(), memory_limit(arguments));
  if (!model) return with_order_hint(model.error(), arguments.command());
  if (Status possible = check_outputs(arguments, *model); !possible) return possible.error();
  Result<ReadOptions> reading = read_options(arguments, *model);
  if (!reading) return reading.error();
  reading->labels_optional = labels_optional;
  // Where the model knows no names, a file with as many columns as it has features has no labels; unlabelled_text says so.
  if (labels_optional && model->source.names.empty()) reading->unlabelled_count = model->n_features;
  Setting setting{*std::move(model), {arguments.positions().begin() + 1, arguments.positions().end()}, *std::move(reading), false};
  setting.unseen_is_error = arguments.text("--on-unseen").value_or("zero") == "error";
  return setting;
}

Result<OnlineSetting> open_online_setting(const Arguments& arguments) {
  OnlineSetting setting;
  setting.inputs = arguments.positions().empty() ? std::vector<std::string>{"-"} : arguments.positions();
  const auto path = arguments.text("--model-in");
  if (path) {
    Result<Model> model = load_model(*path, memory_limit(arguments));
    if (!model) return with_order_hint(model.error(), arguments.command());
    if (Status possible = check_outputs(arguments, *model); !possible) return possible.error();
    if (!model->state) return ErrorInfo{ErrorCode::model_not_resumable, "the model has no state to learn on from", {*path, 0, 0}, {}, {}};
    setting.resume = *std::move(model);
  }
  Result<LearnerSpec> spec = path ? resumed_spec(arguments, *setting.resume) : learner_spec(arguments);
  if (!spec) return spec.error();
  Result<ReadOptions> reading = path ? read_options(arguments, *setting.resume) : read_options(arguments);
  if (!reading) return reading.error();
  Result<Labels> labels = path ? Result<Labels>(labels_of(*setting.resume)) : label_policy(arguments, true);
  if (!labels) return labels.error();
  setting.spec = *std::move(spec);
  setting.reading = *std::move(reading);
  setting.reading.labels_optional = true;
  setting.labels = *std::move(labels);
  return setting;
}

bool needs_memory(const LearnerSpec& spec, const Arguments& arguments) {
  const Preset* preset = preset_of(arguments);
  if (preset != nullptr && (preset->random_start || preset->dual)) return true;
  return spec.order != Order::online || (spec.in_dual() && spec.budget.size == 0) || arguments.given("--check-kernel") || arguments.given("--compare-spaces") ||
         spec.keep == KeepKind::pocket || spec.keep == KeepKind::pocket_every || arguments.given("--per-example") || arguments.given("--sequence") ||
         arguments.given("--errors-per-pass") || arguments.given("--curve") || arguments.given("--holdout");
}

std::string label_spelling(const std::pair<std::string, std::string>& classes, double y) {
  const std::string& known = y > 0 ? classes.second : classes.first;
  return !known.empty() ? known : y > 0 ? "1" : "-1";
}

}  // namespace novikoff
