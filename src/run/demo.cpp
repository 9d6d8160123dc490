#include "novikoff/run/demo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "novikoff/run/embedded.hpp"
#include "novikoff/run/online.hpp"
#include "novikoff/run/options.hpp"
#include "novikoff/run/report.hpp"

namespace novikoff {
namespace {

// What is told around a run; the numbers come from the run itself.
struct Story {
  std::string_view name;  // of the embedded set
  std::string_view size;  // what stands behind it, with its colon
  std::string_view before, after;
  bool online = false;  // one look at each row, with the table of mistakes
  bool sequence = false, errors_per_pass = false;
  std::optional<KeepKind> second{};  // a second run with this keep
  double bias_value = 1;
  std::string_view command;
};

constexpr std::array kStories = {
    Story{"textbook",
          "",
          "Three points: is there a line with (3,3) and (4,3) on one side and (1,1) on the other?\nThe perceptron looks at one point after the other and moves "
          "its line only "
          "when the point is on the wrong side or on the line itself.",
          "The first point moved the line twice, the third one five times, the second one never: 2 + 5 = 7 updates. So\nw = 2·(3,3) - 5·(1,1) = (1,1) and b = "
          "2 - 5 = -3.\n"
          "Novikoff's bound says before any run that no order of these points needs more than (R/γ)² = 26 / (2/9) = 117 updates.\n"
          "That takes γ from the widest line there is (novikoff certify @textbook --margin); the 286 of the report from the line that was found.",
          false,
          true,
          false,
          {},
          1,
          "novikoff train @textbook --sequence"},
    Story{"iris-setosa", "", "150 irises, four measures of each. Which are setosa?", "", false, false, false, {}, 1, "novikoff train @iris-setosa"},
    Story{"iris-virginica", "", "100 irises of two kinds that look alike. No line tells all of them apart, so the run cannot converge.",
          "The last weights are whatever the last update left. The averaged weights change little from row to row; the pocket keeps the best it met.\n"
          "Neither is proved to be the best there is; the fewest errors of any line, with a proof: novikoff certify @iris-virginica --errors",
          false, false, false, KeepKind::pocket, 1, "novikoff train @iris-virginica"},
    Story{"credit",
          "",
          "48 applicants for a credit card come one after the other (invented data). For each one: predict, see what was decided, learn.",
          "Each row is predicted before its decision is known, so the mistake rate is an honest one. Two applicants are alike in every number and were\n"
          "decided differently: no line is right on both.",
          true,
          false,
          false,
          {},
          1,
          "novikoff online @credit --labels decline,grant"},
    Story{"and",
          "",
          "AND of two inputs: which side of a line is (1,1) alone on?",
          "Early updates undo each other; the bound is 51 updates, whatever the order.",
          false,
          false,
          true,
          {},
          1,
          "novikoff train @and --errors-per-pass"},
    Story{"or", "", "OR of two inputs.", "", false, false, false, {}, 1, "novikoff train @or"},
    Story{"xor", "", "Exclusive OR: no line has (0,1) and (1,0) on one side and (0,0) and (1,1) on the other.",
          "The pocket keeps the fewest errors that were met, 2 of 4. A run that stops at its limit has proved nothing; here everybody can see that there is no "
          "line.\nThe fewest errors of any line, with a proof: novikoff certify @xor --errors",
          false, false, false, KeepKind::pocket_every, 1, "novikoff train @xor"},
    Story{"contradiction",
          "",
          "One point, twice, with both labels.",
          "Every answer is wrong on one of the two rows; the run repeats itself for ever and ends at its limit.",
          false,
          false,
          false,
          {},
          1,
          "novikoff train @contradiction"},
    Story{"unit-vectors",
          ":16",
          "16 rows, each with a feature of its own, no bias: here Novikoff's bound is reached.",
          "The largest margin is γ = 1/√16 and R = 1, so the bound is (R/γ)² = 16: exactly the number of updates, in any order.",
          false,
          false,
          false,
          {},
          0,
          "novikoff train @unit-vectors:16 --bias 0"},
};

struct Run {
  Dataset data;
  TrainReport report;
  TrainOptions options;
  std::string table;
};

std::string input_of(const Story& story) { return "@" + std::string(story.name) + std::string(story.size); }

Result<Run> run_in_memory(const Story& story, KeepKind keep) {
  Labels labels = Labels::collect();
  ReadOptions reading;
  const Result<std::unique_ptr<Source>> source = open_input({input_of(story)}, reading, labels);
  if (!source) return source.error();
  Result<Dataset> data = Dataset::read(**source, labels, reading.memory);
  if (!data) return data.error();
  TrainOptions options;
  options.spec.bias_value = story.bias_value;
  options.spec.keep = keep;
  options.sequence = story.sequence;
  options.curve = story.errors_per_pass;
  Result<TrainReport> report = train(*data, options);
  if (!report) return report.error();
  return Run{*std::move(data), *std::move(report), options, {}};
}

Result<Run> run_streamed(const Story& story) {
  Labels labels = Labels::fixed("decline", "grant");
  ReadOptions reading;
  const Result<std::unique_ptr<Source>> source = open_input({input_of(story)}, reading, labels);
  if (!source) return source.error();
  TrainOptions options;
  options.spec.order = Order::online;
  options.spec.keep = KeepKind::last;
  std::string table = online_head();
  std::uint64_t next = 1;
  Counts last;
  Result<TrainReport> report = run_online(**source, labels, options, nullptr, [&](const OnlineStep& step) -> std::optional<Stop> {
    last = step.progress.counts;
    if (last.seen == next) {
      table += online_line(last);
      next *= 2;
    }
    return std::nullopt;
  });
  if (!report) return report.error();
  if (last.seen * 2 != next) table += online_line(last);
  return Run{{}, *std::move(report), options, std::move(table)};
}

Result<Run> run_of(const Story& story) { return story.online ? run_streamed(story) : run_in_memory(story, KeepKind::automatic); }

Result<const Story*> story_of(std::string_view name) {
  if (name.empty()) return &kStories.front();
  if (name.starts_with('@')) name.remove_prefix(1);
  std::vector<std::string> names;
  for (const Story& story : kStories) {
    if (story.name == name) return &story;
    names.emplace_back(story.name);
  }
  std::string message = "there is no demo " + std::string(name);
  if (const auto near = did_you_mean(name, names)) return usage_error(message + "; did you mean " + *near + "?");
  message += "; there are";
  for (const std::string& known : names) message += ' ' + known;
  return usage_error(std::move(message));
}

std::string bound_in_words(const TrainReport& report) {
  if (report.model.stop != Stop::converged || !report.last_evaluation) return {};
  const Scaled margin = report.last_evaluation->margin_min / sqrt(report.last.sqnorm());
  if (margin.sign() <= 0) return {};
  const Scaled ratio = report.radius / margin;
  return "The weights found have the margin " + shown(margin) +
         ", so the largest margin γ is at least that, and Novikoff's bound (R/γ)² on the\nupdates is at most (" + shown(report.radius) + " / " + shown(margin) +
         ")² = " + shown(ratio * ratio) + ", in any order. This run made " + std::to_string(report.model.counts.updates) + ".\n";
}

std::string others(std::string_view shown_name) {
  std::string out = "\nOther demos:\n";
  for (const Story& story : kStories) {
    if (story.name == shown_name) continue;
    const Result<const EmbeddedSet*> set = find_embedded(input_of(story));
    out += fmt::format("  novikoff demo {:<16}{}\n", story.name, set ? (*set)->title : "");
  }
  return out;
}

}  // namespace

Result<std::string> demo_json(std::string_view name) {
  const Result<const Story*> story = story_of(name);
  if (!story) return story.error();
  const Result<Run> run = run_of(**story);
  if (!run) return run.error();
  return train_json(run->report, run->options);
}

Result<std::string> demo_text(std::string_view name) {
  const Result<const Story*> found = story_of(name);
  if (!found) return found.error();
  const Story& story = **found;
  const Result<const EmbeddedSet*> set = find_embedded(input_of(story));
  if (!set) return set.error();
  const Result<Run> run = run_of(story);
  if (!run) return run.error();
  const Where where = [&](std::uint64_t row) { return run->data.where(row); };
  std::string out = std::string((*set)->title) + "  (" + std::string((*set)->source) + ")\n\n" + std::string(story.before) + "\n\n";
  out += "$ " + std::string(story.command) + "\n";
  out += run->table.empty() ? train_text(run->report, run->options, where) : run->table + '\n' + train_text(run->report, run->options, where);
  const std::string picture = scatter_text(run->data, run->report.model.hypothesis, run->report.model.source);
  if (!picture.empty()) out += '\n' + picture;
  if (story.second) {
    Story again = story;
    again.sequence = again.errors_per_pass = false;
    const Result<Run> best = run_in_memory(again, *story.second);
    if (!best) return best.error();
    out +=
        "\n$ " + std::string(story.command) + " --keep " + std::string(novikoff::name(*story.second)) + "\n" + train_text(best->report, best->options, where);
  }
  out += '\n' + (story.after.empty() ? bound_in_words(run->report) : std::string(story.after) + '\n');
  return out + others(story.name);
}

}  // namespace novikoff
