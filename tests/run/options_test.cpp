#include "novikoff/run/options.hpp"

#include <gtest/gtest.h>

#include <map>

#include "novikoff/run/settings.hpp"

namespace novikoff::options_test {
namespace {

Result<Arguments> train_with(const std::vector<std::pair<std::string, std::string>>& options) { return Arguments::make(Command::train, {"data"}, options); }

TEST(OptionTable, EveryRowCanBeShown) {
  std::map<std::string_view, unsigned> takers;  // two commands may have options of one name, one command may not
  for (const OptionRow& row : option_rows()) {
    EXPECT_TRUE(row.name.starts_with("--")) << row.name;
    EXPECT_EQ(takers[row.name] & row.commands, 0U) << row.name << " stands twice";
    takers[row.name] |= row.commands;
    EXPECT_TRUE(row.meaning.ends_with('.') || row.meaning.ends_with(").")) << row.name;
    EXPECT_EQ(row.kind == ValueKind::flag, row.metavar.empty()) << row.name;
    EXPECT_EQ(row.kind == ValueKind::choice || row.kind == ValueKind::interval, !row.values.empty()) << row.name;
    EXPECT_NE(row.commands, 0U) << row.name;
  }
}

TEST(OptionTable, TheWordsOfAChoiceAreTheWordsOfTheSpec) {
  const auto each_word = [](std::string_view option, auto known) {
    std::string words(find_option(Command::train, option)->values);
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t end = std::min(words.find('|', begin), words.size());
      EXPECT_TRUE(known(words.substr(begin, end - begin))) << words.substr(begin, end - begin);
      begin = end + 1;
    }
  };
  each_word("--order", order_named);
  each_word("--rule", rule_named);
  each_word("--tie", tie_named);
  each_word("--keep", keep_named);
}

TEST(OptionTable, EveryChoiceOfTheSpecCanBeAskedFor) {
  for (const Order order : {Order::online, Order::cyclic, Order::shuffled, Order::random, Order::restart, Order::worst}) {
    const Result<Arguments> arguments = train_with({{"--order", std::string(name(order))}});
    ASSERT_TRUE(arguments);
    EXPECT_EQ(learner_spec(*arguments)->order, order);
  }
}

TEST(Options, HelpNamesEveryOptionOfTheCommandAndNoOther) {
  for (const CommandRow& command : command_rows())
    for (const OptionRow& option : option_rows()) {
      if (const OptionRow* other = find_option(command.command, option.name); other != nullptr && other != &option) continue;  // another one of that name
      EXPECT_EQ(
          help_text(command.command).find(std::string(option.name) + (option.metavar.empty() ? " " : " " + std::string(option.metavar))) != std::string::npos,
          option.taken_by(command.command))
          << command.name << ' ' << option.name;
    }
}

TEST(Options, HeadingsOfHelpSayWhatOptionsAreForInThatCommandAndStandOnce) {
  const auto has = [](const std::string& help, const std::string& heading) { return help.find('\n' + heading + ":\n") != std::string::npos; };
  for (const Command command : {Command::certify, Command::check, Command::generate, Command::convert, Command::predict})
    EXPECT_FALSE(has(help_text(command), "Learning")) << row_of(command).name;
  EXPECT_TRUE(has(help_text(Command::train), "Learning"));
  EXPECT_FALSE(has(help_text(Command::train), "Proving"));
  EXPECT_TRUE(has(help_text(Command::certify), "Which hyperplanes"));
  EXPECT_FALSE(has(help_text(Command::predict), "Limits (0: none)")) << "a limit of memory of 0 is none that there is";
  for (const CommandRow& row : command_rows())
    for (const OptionRow& option : option_rows()) {
      if (!option.taken_by(row.command)) continue;
      const std::string help = help_text(row.command), heading = '\n' + std::string(heading_of(option, row.command)) + ":\n";
      const std::size_t at = help.find(heading);
      ASSERT_NE(at, std::string::npos) << row.name << ' ' << option.name;
      EXPECT_EQ(help.find(heading, at + 1), std::string::npos) << row.name << ' ' << option.name;
    }
}

TEST(Options, AListIsReadBackFromItsText) {
  const std::vector<std::string> words{"id", "a, b", "say \"x\"", " c "};
  EXPECT_EQ(list_text(words), "id,\"a, b\",\"say \"\"x\"\"\", c ");
  EXPECT_EQ(or_throw(parse_list(list_text(words), "--ignore")), words);
  for (const char* text : {"", ",", "a,", ",a", "a,,b", "\"a\"b", "a,a"}) EXPECT_FALSE(parse_list(text, "--ignore")) << text;
}

TEST(Options, HelpKeepsToTheWidth) {
  std::size_t columns = 0;
  for (const char c : help_text(Command::train, 80)) {
    columns = c == '\n' ? 0 : columns + ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0);
    EXPECT_LE(columns, 80U);
  }
}

TEST(Options, ASlipIsUnderstoodAndAGuessIsNotMade) {
  const std::vector<std::string> words{"train", "predict", "online"};
  EXPECT_EQ(did_you_mean("trian", words), "train");
  EXPECT_EQ(did_you_mean("predictt", words), "predict");
  EXPECT_EQ(did_you_mean("certify", words), std::nullopt);
  EXPECT_EQ(did_you_mean("", words), std::nullopt);
  EXPECT_EQ(did_you_mean("TRAIN", words), "train");
  EXPECT_EQ(did_you_mean("onl", words), "online");
  EXPECT_EQ(did_you_mean("on", words), std::nullopt) << "too short to be told from a guess";
  const std::vector<std::string> limits{"--max-seen", "--max-seconds"};
  EXPECT_EQ(did_you_mean("--max-sec", limits), "--max-seconds") << "its beginning, though --max-seen is nearer";
  EXPECT_EQ(did_you_mean("--max", limits), std::nullopt) << "it begins both";
}

TEST(Options, NumbersAreReadToTheNearestDouble) {
  EXPECT_EQ(*parse_number("0.1", "x"), 0.1);
  EXPECT_EQ(*parse_number("+1e3", "x"), 1000);
  EXPECT_EQ(*parse_number(".5", "x"), 0.5);
  for (const char* text : {"", "0,1", "nan", "inf", "0x10", "1e", "--1", " 1", "1 ", "1e999"}) EXPECT_FALSE(parse_number(text, "x")) << text;
}

TEST(Options, BytesTakeUnits) {
  EXPECT_EQ(train_with({{"--memory", "3K"}})->count("--memory"), 3072U);
  EXPECT_EQ(train_with({{"--memory", "2G"}})->count("--memory"), std::uint64_t{2} << 30U);
  for (const char* text : {"K", "1.5G", "-1", "99999999999999999999", "18446744073709551615G", "0"}) EXPECT_FALSE(train_with({{"--memory", text}})) << text;
}

TEST(Options, AnIntervalIsACountWithItsUnit) {
  using Interval = std::pair<std::uint64_t, std::string>;
  EXPECT_EQ(train_with({{"--every", "1000updates"}})->interval("--every"), Interval(1000, "updates"));
  EXPECT_EQ(train_with({{"--every", "1passes"}})->interval("--every"), Interval(1, "passes"));
  EXPECT_EQ(train_with({{"--every", "10s"}})->interval("--every"), Interval(10, "s"));
  EXPECT_EQ(train_with({})->interval("--every"), std::nullopt);
  for (const char* text : {"0s", "s", "10", "10 s", "1.5s", "-1s", "10seconds", "10ss", "99999999999999999999s"})
    EXPECT_FALSE(train_with({{"--every", text}})) << text;
}

TEST(Options, APairIsSplitAtTheCommaThatIsNotInQuotes) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(*parse_pair("-1,+1", "x"), Pair("-1", "+1"));
  EXPECT_EQ(*parse_pair("\"a,b\",c", "x"), Pair("a,b", "c"));
  EXPECT_EQ(*parse_pair("\"say \"\"x\"\"\",\"y\"", "x"), Pair("say \"x\"", "y"));
  for (const char* text : {"", "a", "a,", ",a", "a,b,c", "\"a,b", "\"a\"x,b", "a,a", "1,1.0"}) EXPECT_FALSE(parse_pair(text, "x")) << text;
}

TEST(Settings, ALearningOptionReachesTheSpec) {
  const Result<Arguments> arguments = train_with({{"--eta", "0.5"},
                                                  {"--tau", "2"},
                                                  {"--bias", "3"},
                                                  {"--b0", "-1"},
                                                  {"--w0", "1,-2.5"},
                                                  {"--keep", "pocket-every"},
                                                  {"--seed", "7"},
                                                  {"--passes", "0"},
                                                  {"--max-updates", "8"},
                                                  {"--max-seen", "9"},
                                                  {"--max-seconds", "1.5"}});
  ASSERT_TRUE(arguments);
  const Result<LearnerSpec> spec = learner_spec(*arguments);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->eta, 0.5);
  EXPECT_EQ(spec->rule, RuleKind::margin);
  EXPECT_EQ(spec->tau, 2);
  EXPECT_EQ(spec->bias_value, 3);
  EXPECT_EQ(spec->b0, -1);
  EXPECT_EQ(spec->w0, (std::vector<double>{1, -2.5}));
  EXPECT_EQ(spec->keep, KeepKind::pocket_every);
  EXPECT_EQ(spec->seed, 7U);
  EXPECT_EQ(spec->passes, 0U);
  EXPECT_EQ(spec->max_updates, 8U);
  EXPECT_EQ(spec->max_seen, 9U);
  EXPECT_EQ(spec->max_seconds, 1.5);
}

TEST(Settings, OnlineKeepsTheLastWeightsUnlessToldOtherwise) {
  const LearnerSpec spec = *learner_spec(*Arguments::make(Command::online, {}, {}));
  EXPECT_EQ(spec.order, Order::online);
  EXPECT_EQ(spec.keep, KeepKind::last);
}

TEST(Settings, ALabelNotSeenIsPrintedByItsSign) {
  EXPECT_EQ(label_spelling({"", "+1"}, -1), "-1");
  EXPECT_EQ(label_spelling({"", "+1"}, +1), "+1");
  EXPECT_EQ(label_spelling({"no", ""}, +1), "1");
}

TEST(Settings, AModelThatKnowsOneClassGoesOnBySign) {
  Model model;
  model.source.positive = "7";
  Labels labels = labels_of(model);
  ErrorInfo error;
  EXPECT_EQ(labels.y(labels.intern("7.0", error)), +1);
  EXPECT_EQ(labels.y(labels.intern("-2", error)), -1);
  EXPECT_EQ(labels.intern("8", error), Labels::kNone);
}

TEST(Settings, AModelWhosePositiveWasNamedGoesOnByName) {
  Model model;
  model.source.positive = "spam";
  Labels labels = labels_of(model);
  ErrorInfo error;
  EXPECT_EQ(labels.y(labels.intern("spam", error)), +1);
  EXPECT_EQ(labels.y(labels.intern("ham", error)), -1);
}

}  // namespace
}  // namespace novikoff::options_test
