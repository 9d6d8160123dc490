#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "novikoff/core/label.hpp"
#include "novikoff/core/number.hpp"
#include "novikoff/learn/renumber.hpp"
#include "novikoff/run/data_reference.hpp"
#include "novikoff/run/model_io.hpp"
#include "novikoff/run/train.hpp"
#include "run/data_reference.hpp"
#include "run/model_input.hpp"

namespace novikoff {
namespace {

constexpr std::uint64_t kMaxVotes = std::uint64_t{1} << 62U;  // votes are summed in int64, and a run may add to them

LearnerSpec read_options(Input& in) {
  LearnerSpec spec;
  in.json.at("options").begin_object();
  spec.rule = read_word<RuleKind>(in, "rule", rule_named);
  spec.eta = in.json.at("eta").number();
  if (!(spec.eta > 0)) in.json.fail(to_text(spec.eta) + " is not above 0");
  spec.tau = read_at_least_0(in, "tau");
  spec.tie = read_word<Tie>(in, "tie", tie_named);
  spec.bias_value = read_at_least_0(in, "bias_value");
  spec.order = read_word<Order>(in, "order", order_named);
  spec.seed = in.json.at("seed").whole();
  spec.keep = read_word<KeepKind>(in, "keep", keep_named);
  spec.w0 = read_weights(in, "w0");
  spec.b0 = in.json.at("b0").number();
  spec.passes = read_optional(in, "passes");
  spec.max_updates = in.json.at("max_updates").whole();
  spec.max_seen = read_optional(in, "max_seen");
  spec.max_seconds = read_at_least_0(in, "max_seconds");
  spec.holdout = read_at_least_0(in, "holdout");
  if (!(spec.holdout < 1)) in.json.fail(to_text(spec.holdout) + " is no fraction below 1");
  spec.patience = in.json.at("patience").whole();
  if (in.json.next_is("budget")) {
    in.json.at("budget").begin_object();
    spec.budget.size = in.json.at("size").whole();
    if (spec.budget.size == 0) in.json.fail("a budget of 0");
    spec.budget.rule = read_word<BudgetRule>(in, "rule", budget_rule_named);
    if (spec.budget.projects()) spec.budget.projection_error = read_at_least_0(in, "projection_error");
    in.json.end_object();
  }
  if (in.json.next_is("arithmetic")) {
    spec.arithmetic = read_word<Arithmetic>(in, "arithmetic", arithmetic_named);
    if (spec.arithmetic != Arithmetic::exact) in.json.fail("only exact arithmetic is written down");
    spec.numbers = read_word<Numbers>(in, "numbers", numbers_named);
  }
  in.json.end_object();
  return spec;
}

// One row of the examples, in the canonical form of FeatureView.
void read_example(Input& in, RowStore& rows, std::vector<std::uint32_t>& index, std::vector<double>& value) {
  index.clear();
  value.clear();
  read_pairs(in, [&](const Pair& pair) {
    if (!in.take(4 * sizeof(Pair))) return;  // the row store, while it grows
    index.push_back(in.table != nullptr ? place_in_table(in, pair.position) : static_cast<std::uint32_t>(pair.position - 1));
    value.push_back(pair.value);
  });
  if (in.table != nullptr) return rows.append({index.data(), value.data(), value.size()});
  append_example(rows, index, value);
}

RowStore read_examples(Input& in, std::string_view key) {
  RowStore rows;
  std::vector<std::uint32_t> index;
  std::vector<double> value;
  const std::uint64_t n = in.json.at(key).begin_array();
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    read_example(in, rows, index, value);
  }
  in.json.end_array();
  return rows;
}

VotedHypothesis::StepTaken read_step(Input& in, std::uint64_t examples, std::uint64_t votes_left) {
  VotedHypothesis::StepTaken step;
  in.json.begin_array_of(3);
  step.example = in.json.element(0).whole();
  if (step.example >= examples) in.json.fail("there is no example " + std::to_string(step.example));
  step.coefficient = in.json.element(1).number();
  if (step.coefficient == 0) in.json.fail("a step of 0");
  step.count = in.json.element(2).whole(votes_left);
  if (step.count == 0) in.json.fail("a count of 0");
  in.json.end_array();
  return step;
}

VotedHypothesis read_vote(Input& in, double bias_value) {
  in.json.at("vote").begin_object();
  in.json.at("start");
  Hypothesis start = read_hypothesis(in, bias_value);
  const std::uint64_t start_count = in.json.at("start_count").whole(kMaxVotes);
  RowStore examples = read_examples(in, "examples");
  std::vector<VotedHypothesis::StepTaken> steps;
  const std::uint64_t n = in.json.at("steps").begin_array();
  if (in.take(n * sizeof(VotedHypothesis::StepTaken))) steps.reserve(n);
  std::uint64_t votes = start_count;
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    steps.push_back(read_step(in, examples.size(), kMaxVotes - votes));
    votes += steps.back().count;
  }
  in.json.end_array();
  in.json.end_object();
  return {std::move(start), start_count, std::move(examples), std::move(steps)};
}

Kernel read_kernel(Input& in) {
  Kernel kernel;
  in.json.at("kernel").begin_object();
  kernel.kind = read_word<KernelKind>(in, "name", kernel_named);
  if (kernel.kind == KernelKind::function) in.json.fail("no file holds a function");
  if (kernel.has_gamma()) kernel.gamma = in.json.at("gamma").number();
  if (kernel.has_coef0()) kernel.coef0 = in.json.at("coef0").number();
  if (kernel.has_degree()) kernel.degree = static_cast<unsigned>(in.json.at("degree").whole(Kernel::kMaxDegree));
  in.json.end_object();
  return kernel;
}

// Behind it weights are coefficients of its support vectors.
void read_expansion(Input& in, Model& model) {
  if (!in.json.next_is("expansion")) return;
  in.json.at("expansion").begin_object();
  Expansion& expansion = model.expansion.emplace();
  expansion.kernel = model.spec.kernel = read_kernel(in);
  model.spec.space = Space::dual;
  if (in.json.next_is("support_rows")) {
    if (expansion.kernel.in_rows() || model.spec.budget.size != 0)
      in.json.fail("neither a budget nor a kernel that stands in the rows has support vectors by reference");
    expansion.rows = read_ascending(in, "support_rows");
    if (expansion.kernel.kind == KernelKind::linear) in.take(model.n_features * sizeof(double));
    in.positions = expansion.rows->size();
    return in.json.end_object();
  }
  expansion.support = read_examples(in, "support_vectors");
  for (std::size_t k = 0; k < expansion.support.size() && expansion.kernel.needs_nonnegative(); ++k)
    for (std::size_t j = 0; j < expansion.support[k].size; ++j)
      if (expansion.support[k].value[j] < 0) in.json.fail("a support vector with a negative value, which its kernel does not take");
  for (std::size_t k = 0; k < expansion.support.size() && expansion.kernel.in_rows(); ++k)
    if (const std::size_t serial = row_serial(expansion.support[k]); serial == 0 || serial >= std::max<std::uint64_t>(in.features, 1))
      in.json.fail("a support vector without the serial number of a column, which its kernel needs");
  std::uint64_t values = 0;
  for (std::size_t k = 0; k < expansion.support.size(); ++k) values += expansion.support[k].size;
  in.take(values * kPanelBytes);
  if (const std::uint64_t most = model.spec.budget.size; most != 0 && expansion.support.size() > most)
    in.json.fail("more support vectors than the budget allows");
  if (expansion.kernel.kind == KernelKind::linear) in.take(model.n_features * sizeof(double));  // it scores with weights of features
  in.positions = expansion.support.size();
  in.json.end_object();
}

// A vote in the dual starts from 0 and steps on one support vector at a time.
void check_dual_vote(Input& in, const VotedHypothesis& voted) {
  if (!voted.start().weights.empty()) in.json.fail("the start of a vote with support vectors is 0");
  for (std::size_t e = 0; e < voted.examples().size(); ++e) {
    const FeatureView x = voted.examples()[e];
    if (x.size == 0 || x.value[x.size - 1] != 1 || (x.size > 1 && (!x.dense() || x.size > 2 || x.value[0] != 0)))
      in.json.fail("an example of a vote with support vectors is [[position, 1]]");
  }
}

// `bias` repeats B·w̃_B for people and other programs; a file where the two disagree is not ours.
void read_linear_answer(Input& in, Model& model) {
  Hypothesis& h = model.hypothesis;
  h.weights = read_weights(in, "weights");
  const bool beyond = in.json.at("bias").null();
  const double bias = beyond ? 0 : in.json.number();
  h.bias_weight = in.json.at("bias_weight").number();
  if (beyond == std::isfinite(h.bias()) || (!beyond && bias != h.bias())) in.json.fail("bias is not bias_value times bias_weight");
}

// Weights of all features would be one array for the answer and two for the state, and would not fit: there are weights for those that have some.
void choose_places(Input& in, const Model& model, FeatureTable& table) {
  constexpr std::uint64_t kArrays = 3;
  if (!model.expansion && model.n_features > in.memory / (kArrays * sizeof(double))) in.table = &table;
}

void read_learned(Input& in, Model& model, FeatureTable& table) {
  in.json.at("learned").begin_object();
  model.spec = read_options(in);
  model.hypothesis.bias_value = model.spec.bias_value;
  model.answer = read_word<KeepKind>(in, "answer", keep_named);
  const bool of_auto = model.answer == KeepKind::last || model.answer == KeepKind::averaged;
  if (model.spec.keep == KeepKind::automatic ? !of_auto : model.answer != model.spec.keep) in.json.fail("the keep of the options gives another answer");
  model.stop = read_word<Stop>(in, "stop", stop_named);
  model.passes = read_optional(in, "passes");
  model.counts.seen = in.json.at("seen").whole(kMaxVotes);
  model.counts.updates = in.json.at("updates").whole(model.counts.seen);
  // Every mistake is an update, except where an update is made only if it helps.
  model.counts.mistakes = in.json.at("mistakes").whole(model.answer == KeepKind::greedy ? model.counts.seen : model.counts.updates);
  model.n_features = in.json.at("n_features").whole(kMaxFeatures);
  in.positions = in.features = std::max<std::uint64_t>(model.n_features, model.spec.w0.size());
  read_expansion(in, model);
  if (model.spec.budget.size != 0 && !model.expansion) in.json.fail("a budget, and no support vectors");
  choose_places(in, model, table);
  if (const Status valid = check_spec(model.spec); !valid) in.json.fail("options that contradict each other: " + valid.error().message);
  if (model.answer == KeepKind::voted) {
    model.voted = read_vote(in, model.spec.bias_value);
    std::uint64_t votes = 0;
    for (const std::uint64_t count : model.voted->counts()) votes += count;
    if (votes != model.counts.seen) in.json.fail("the counts of the vote do not sum to seen");
    if (model.expansion) check_dual_vote(in, *model.voted);
  } else {
    read_linear_answer(in, model);
  }
  in.json.end_object();
}

// Two classes, columns with a name each, and a label that is none of them.
void check_source(Input& in, const Provenance& source) {
  if (!source.negative.empty() && !source.positive.empty() && Label::of(source.negative).same_as(Label::of(source.positive)))
    in.json.fail("the two classes are one label");
  std::vector<std::string_view> names(source.names.begin(), source.names.end());
  if (!source.label_name.empty()) names.emplace_back(source.label_name);
  names.insert(names.end(), source.ignored.begin(), source.ignored.end());
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) in.json.fail("two columns have one name");
  if (source.names.size() > in.features) in.json.fail("there are more names than features");
}

std::vector<std::string> read_strings(Input& in, std::string_view key) {
  std::vector<std::string> strings;
  const std::uint64_t n = in.json.at(key).begin_array();
  if (in.take(n * sizeof(std::string))) strings.reserve(n);
  for (std::uint64_t i = 0; i < n && in.json.ok(); ++i) {
    in.json.element(i);
    strings.push_back(read_bytes(in));
  }
  in.json.end_array();
  return strings;
}

DataReference read_data(Input& in) {
  DataReference data;
  in.json.at("data").begin_object();
  data.files = read_strings(in, "files");
  if (data.files.empty()) in.json.fail("no files");
  if (!in.json.at("format").null()) {
    data.format = in.json.text();
    if (!format_named(data.format)) in.json.fail("no format of data");
  }
  in.json.at("delimiter");
  const std::string delimiter = read_bytes(in);
  if (delimiter.size() > 1 || delimiter.find_first_of(std::string_view("\0\"\r\n", 4)) != std::string::npos) in.json.fail("no delimiter");
  if (!delimiter.empty()) data.delimiter = delimiter.front();
  in.json.at("examples").begin_object();
  data.examples.rows = in.json.at("rows").whole();
  data.examples.sha256 = read_sha256(in, "sha256");
  in.json.end_object();
  in.json.end_object();
  return data;
}

// Support vectors by reference need data that have these rows; others need none.
void read_reference(Input& in, const Model& model, Provenance& source) {
  const bool needed = model.expansion && model.expansion->rows;
  if (!needed) return;
  source.data = read_data(in);
  if (source.negative.empty() || source.positive.empty()) in.json.fail("support vectors by reference, and not two classes");
  const std::vector<std::uint64_t>& rows = *model.expansion->rows;
  if (!rows.empty() && rows.back() >= source.data->examples.rows)
    in.json.fail("the data have " + std::to_string(source.data->examples.rows) + " rows, and a support vector is row " + std::to_string(rows.back()));
}

Provenance read_source(Input& in, const Model& model, std::uint64_t version) {
  Provenance source;
  in.json.at("source").begin_object();
  in.json.at("classes").begin_array_of(2);
  in.json.element(0);
  source.negative = read_bytes(in);
  in.json.element(1);
  source.positive = read_bytes(in);
  in.json.end_array();
  source.index_base = static_cast<unsigned>(in.json.at("index_base").whole(1));
  source.names = read_strings(in, "names");
  in.json.at("label_name");
  source.label_name = read_bytes(in);
  source.label_column = in.json.at("label_column").whole(kMaxFeatures);
  if (version > 1) {
    source.ignored = read_strings(in, "ignored");
    if (source.ignored.empty()) in.json.fail("no columns were ignored, and the version is that of models that were learned without some");
    if (!std::is_sorted(source.ignored.begin(), source.ignored.end())) in.json.fail("the columns ignored do not ascend");
  }
  check_source(in, source);
  read_reference(in, model, source);
  in.json.end_object();
  return source;
}

}  // namespace

Result<Model> read_model(std::string_view bytes, const std::string& name, std::uint64_t memory, MissingData missing) {
  Result<JsonTape> tape = JsonTape::parse(bytes, name, ErrorCode::model_invalid, memory);
  if (!tape) return tape.error();
  JsonReader json(*tape, name, ErrorCode::model_invalid);
  Input in{json, memory - JsonTape::memory(bytes)};
  json.begin_object();
  if (json.at("format").text() != kModelFormat) json.fail("this is no model");
  const std::uint64_t version = json.at("version").whole();
  if (version == 0 || version > kModelVersion) json.fail("there is no such version");
  Model model;
  FeatureTable table;
  read_learned(in, model, table);
  model.source = read_source(in, model, version);
  read_state(in, model);
  json.at("sha256").text();  // compared before
  json.end_object();
  if (!json.ok()) return json.error();
  if (model.source.data)
    if (const Status read = read_support(model, name, in.memory); !read) {
      // A model that contradicts the very data that it names is none.
      if (missing == MissingData::refuse || read.error().code == ErrorCode::model_invalid) return read.error();
      model.expansion->support = RowStore();
      model.expansion->missing = read.error();
    }
  if (in.table == nullptr) return model;
  // From the order in which the file names features to that of their numbers.
  PlacesInOrder to(table);
  renumber(model, std::cref(to), to.size());
  model.columns = std::move(to).columns();
  return model;
}

}  // namespace novikoff
