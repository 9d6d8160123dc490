#include "novikoff/run/predict.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "run/dual_model.hpp"
#include "run/dual_train.hpp"
#include "run/placed_model.hpp"

namespace novikoff {
namespace {

// Enough rows to make rebuilding every vector of a vote cheap beside scoring with it.
constexpr std::size_t kScoredAtOnce = 4096;

// A row's answer where a double may not hold it.
struct RowScore {
  Score score;
  Scaled scaled;
};

class Predictor {
 public:
  Predictor(const Model& model, const Source& source, const Labels& labels, const PredictOptions& options)
      : model_(model), source_(source), labels_(labels), options_(options) {
    if (model.expansion) scorer_.emplace(model);
    if (!model.columns.empty()) placed_.emplace(model);
  }

  /// Scores the block and tells each row; the rows before one that fails are told first. True: `each` wants no more.
  Result<bool> take(const Block& block, const std::function<bool(const Prediction&)>& each) {
    if (placed_) placed_->take(block);
    const std::size_t voted = model_.voted && !scorer_ ? count_votes(block) : block.size();
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint64_t row = report_.rows;
      if (Status known = note_unseen(block, i); !known) return known.error();
      if (scorer_ && !takes(model_.expansion->kernel, block.features(i)))
        return error_at(block, i, ErrorCode::kernel_not_defined, not_defined(model_.expansion->kernel, {}, "row " + std::to_string(row + 1)).message);
      const std::optional<RowScore> score = i == voted ? std::nullopt : score_of(block, i);
      if (!score) return error_at(block, i, ErrorCode::score_not_representable, "the sign of the score of row " + std::to_string(row + 1) + " cannot be told");
      ++report_.rows;
      if (!each(told(block, i, row, *score))) return true;
    }
    return false;
  }

  const PredictReport& report() const noexcept { return report_; }

 private:
  // The votes on the block's first rows, up to the first that one of the vectors cannot score; how many these are.
  std::size_t count_votes(const Block& block) {
    std::size_t n = block.size();
    for (std::size_t bad = n;; n = bad) {
      votes_.assign(n, 0);
      if ((placed_ ? placed_->voted() : *model_.voted)
              .vote(
                  n, [&](std::size_t i) { return features(block, i); }, votes_, bad))
        return n;
    }
  }

  std::optional<RowScore> score_of(const Block& block, std::size_t i) {
    if (scorer_) {
      const Score score = scorer_->score(block.features(i));
      return score.sign_known ? std::optional(RowScore{score, Scaled::of(score.value)}) : std::nullopt;
    }
    if (model_.voted) {
      const auto votes = static_cast<double>(votes_[i]);
      return RowScore{{votes}, Scaled::of(votes)};
    }
    const Hypothesis& hypothesis = placed_ ? placed_->hypothesis() : model_.hypothesis;
    const Score score = hypothesis.score(features(block, i));
    if (!score.sign_known) return std::nullopt;
    return RowScore{score, score.in_range ? Scaled::of(score.value) : hypothesis.scaled_score(features(block, i))};
  }

  // A row as the weights have it.
  FeatureView features(const Block& block, std::size_t i) const { return placed_ ? placed_->features(i) : block.features(i); }

  // Values of features that the model does not know weigh 0; they are counted, or an error.
  Status note_unseen(const Block& block, std::size_t i) {
    const FeatureView x = block.features(i);
    if (x.width() <= model_.n_features) return {};
    if (options_.unseen_is_error) {
      const std::uint64_t base = source_.schema().index_base;
      return error_at(block, i, ErrorCode::unseen_index,
                      "feature " + std::to_string(x.width() - 1 + base) + " is not in the model, which knows " + known_features(base));
    }
    const std::size_t known = features_below(x, static_cast<std::size_t>(model_.n_features)).size;
    report_.unseen_values += static_cast<std::uint64_t>(std::count_if(x.value + known, x.value + x.size, [](double value) { return value != 0; }));
    ++report_.unseen_rows;
    return {};
  }

  std::string known_features(std::uint64_t base) const {
    return model_.n_features == 0 ? "none" : "features up to " + std::to_string(model_.n_features - 1 + base);
  }

  Prediction told(const Block& block, std::size_t i, std::uint64_t row, const RowScore& score) {
    Prediction prediction;
    prediction.row = row;
    prediction.place = block.place(i);
    prediction.score = score.score.value;
    prediction.score_in_range = score.score.in_range;
    prediction.predicted = score.score.value >= 0 ? +1 : -1;
    prediction.y = label_of(block, i);
    if (prediction.y) count(*prediction.y, prediction.predicted, score);
    return prediction;
  }

  // Labels that were not remembered (Labels::any) have no meaning.
  std::optional<double> label_of(const Block& block, std::size_t i) const {
    const std::int32_t id = block.label(i);
    if (id == Labels::kNone || static_cast<std::size_t>(id) >= labels_.all().size()) return std::nullopt;
    return labels_.y(id);
  }

  void count(double y, double predicted, const RowScore& score) {
    ++report_.labelled;
    ++(predicted > 0 ? (y > 0 ? report_.true_positives : report_.false_positives) : (y > 0 ? report_.false_negatives : report_.true_negatives));
    Evaluation& evaluation = report_.evaluation;
    evaluation.errors += is_error(y, score.score.value) ? 1 : 0;
    evaluation.wrong_predictions += predicted != y ? 1 : 0;
    evaluation.zero_scores += score.score.value == 0 ? 1 : 0;
    const Scaled margin{score.scaled.mantissa * y, score.scaled.exponent};
    if (evaluation.rows++ == 0 || margin < evaluation.margin_min) evaluation.margin_min = margin;
    if (margin.sign() < 0) evaluation.risk = evaluation.risk + Scaled{-margin.mantissa, margin.exponent};
  }

  ErrorInfo error_at(const Block& block, std::size_t i, ErrorCode code, std::string message) const {
    const RowPlace place = block.place(i);
    const std::vector<std::string>& files = source_.schema().files;
    return {code, std::move(message), {place.file < files.size() ? files[place.file] : std::string(), place.line, 0}, {}, {}};
  }

  const Model& model_;
  const Source& source_;
  const Labels& labels_;
  const PredictOptions& options_;
  PredictReport report_;
  std::vector<std::int64_t> votes_;
  std::optional<ExpansionScorer> scorer_;
  std::optional<PlacedModel> placed_;
};

}  // namespace

Result<PredictReport> predict(const Model& model, Source& source, const Labels& labels, const PredictOptions& options,
                              const std::function<bool(const Prediction&)>& each) {
  Predictor predictor(model, source, labels, options);
  while (true) {
    const Result<const Block*> block = source.next(kScoredAtOnce);
    if (!block) return block.error();
    if ((*block)->size() == 0) return predictor.report();
    const Result<bool> enough = predictor.take(**block, each);
    if (!enough) return enough.error();
    if (*enough || (options.after_block && !options.after_block())) return predictor.report();
  }
}

}  // namespace novikoff
