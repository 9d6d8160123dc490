// The two tables. Plain data: a line of text here is a line of help, of the manual page and of the docs.
#include <array>

#include "novikoff/run/options.hpp"
#include "novikoff/run/presets.hpp"

namespace novikoff {
namespace {

// NOLINTBEGIN(readability-identifier-naming): one letter a subcommand keeps a row of the table on one line
constexpr unsigned T = static_cast<unsigned>(Command::train);
constexpr unsigned P = static_cast<unsigned>(Command::predict);
constexpr unsigned E = static_cast<unsigned>(Command::evaluate);
constexpr unsigned O = static_cast<unsigned>(Command::online);
constexpr unsigned I = static_cast<unsigned>(Command::inspect);
constexpr unsigned C = static_cast<unsigned>(Command::convert);
constexpr unsigned D = static_cast<unsigned>(Command::demo);
constexpr unsigned G = static_cast<unsigned>(Command::generate);
constexpr unsigned Y = static_cast<unsigned>(Command::certify);
constexpr unsigned K = static_cast<unsigned>(Command::check);
// NOLINTEND(readability-identifier-naming)
constexpr unsigned kReaders = T | P | E | O | C | Y | K;

constexpr std::string_view kLearning = "Learning";
constexpr std::string_view kLimits = "Limits (0: none)";
constexpr std::string_view kMachine = "Memory and threads";
constexpr std::string_view kLasting = "Lasting runs";
constexpr std::string_view kLabels = "Labels";
constexpr std::string_view kReading = "Reading";
constexpr std::string_view kMaking = "Making data";
constexpr std::string_view kProving = "Proving";
constexpr std::string_view kReport = "Output";
constexpr std::string_view kHyperplanes = "Which hyperplanes";  // what learning options are to commands that learn nothing

constexpr double kMaxCount = 18446744073709551615.0;

constexpr std::size_t kMany = ~std::size_t{0};

constexpr std::array kCommands = {
    CommandRow{Command::train, "train", "DATA… [-o MODEL]", "Learn a hyperplane from examples",
               "Learns from the rows of DATA (one or more files, - for standard input, @name for an embedded set) and reports what happened. "
               "Without --order online the rows are kept in memory; with it they are read once, in constant memory.",
               "novikoff train mail.svm -o mail.model\n"
               "novikoff train mail.svm -o mail.model --checkpoint mail.run\n"
               "novikoff train mail.svm -o mail.model --resume mail.run --checkpoint mail.run\n"
               "novikoff train loans.csv --label approved --keep averaged --json\n"
               "novikoff train @iris-setosa",
               1, kMany},
    CommandRow{Command::predict, "predict", "MODEL DATA…", "Print the label of each row",
               "Prints one label a line, as it was first spelled in training. Rows need no labels, nor a CSV their column; those that are there are ignored.",
               "novikoff predict mail.model new.svm\n"
               "novikoff predict loans.model new.csv --scores -o answers.txt",
               2, kMany},
    CommandRow{Command::evaluate, "evaluate", "MODEL DATA…", "Compare a model with labelled rows",
               "Counts right and wrong predictions: confusion table, accuracy, precision, recall, F1. Errors count a score of 0 as one; wrong predictions "
               "take it as +1.",
               "novikoff evaluate mail.model test.svm", 2, kMany},
    CommandRow{
        Command::online, "online", "[DATA|-]", "Predict, see the label, learn, one row at a time",
        "For each row: the prediction is printed at once, then the row's label is learned from, then the next row is read. A row without a label is only "
        "predicted. Without --labels, labels above 0 are +1 and all others -1.",
        "tail -n +1 -f events.svm | novikoff online --model-out events.model\n"
        "novikoff online more.svm --model-in events.model --model-out events.model",
        0, 1},
    CommandRow{Command::inspect, "inspect", "FILE", "Show what a model, a certificate, a cache or an embedded set holds",
               "Shows a model: its options, its counts, its largest weights by name. Of a certificate: what it says, about which numbers. Of a cache: what it "
               "holds, after a "
               "look at every byte of it and of the files that it was made from. Of an embedded set (@name): where it comes from and what to expect of it.",
               "novikoff inspect mail.model --top 20\n"
               "novikoff inspect @credit",
               1, 1},
    CommandRow{Command::certify, "certify", "DATA… [-o CERT]", "Prove whether a hyperplane can be right on every row",
               "Decides in exact arithmetic whether the two classes are separable, quasi-separable or overlapping, says which rows are separated and which "
               "overlap, and "
               "with -o writes the numbers that prove it to a file that anyone can check.",
               "novikoff certify mail.svm -o mail.cert\n"
               "novikoff certify loans.csv --label approved --strict --json\n"
               "novikoff certify @xor --expect overlapping",
               1, kMany},
    CommandRow{
        Command::check, "check", "CERT DATA…", "Check a certificate against the rows that it is about",
        "Computes in exact arithmetic whether the numbers in the certificate prove what it says about these rows. Shares nothing with the search that found "
        "them. How the rows are read stands in the certificate, as far as it goes; the exit code is 1 if it does not hold.",
        "novikoff check mail.cert mail.svm\n"
        "novikoff check loans.cert loans.csv.gz --json",
        2, kMany},
    CommandRow{Command::convert, "convert", "DATA… [-o FILE]", "Write rows as canonical LIBSVM text or CSV, or as a cache",
               "Shows how a file was understood. Indices ascend, zeros are left out unless they widen the data, values and labels stay as written. A cache "
               "(-o FILE.nvk) is a small file that every command takes as DATA and reads at the speed of memory.",
               "novikoff convert loans.csv --label approved --labels no,yes -o loans.svm\n"
               "novikoff convert mail.svm --to csv\n"
               "novikoff convert mail.svm -o mail.nvk",
               1, kMany},
    CommandRow{Command::generate, "generate", "KIND [-o FILE]", "Make a data set of a known kind",
               "Writes rows that are made, not measured, the same ones for the same options everywhere. KIND: separable, with a margin that is guaranteed; "
               "noisy, the same "
               "with labels flipped; unit-vectors, the tight case of the bound; staircase, separable and slow; xor, never separable; text, sparse rows as of "
               "words. The "
               "first line says how the file was made and what is known of it (for CSV standard error says it).",
               "novikoff generate separable --rows 1000 --features 20 --margin 0.05 -o easy.svm\n"
               "novikoff generate staircase --rows 12 | novikoff train - --bias 0 --passes 0\n"
               "novikoff generate text --rows 200000 --noise 0.05 -o text.svm",
               1, 1},
    CommandRow{
        Command::demo, "demo", "[NAME]", "Train on an embedded set, with explanations",
        "Runs the main job on data that came with the program and says in words what the numbers mean. Without NAME: the first demo, and a list of the others.",
        "novikoff demo\n"
        "novikoff demo iris-virginica",
        0, 1},
};

constexpr std::array kOptions = {
    OptionRow{"--like", "", kLearning, ValueKind::choice, "NOTE", "note", "",
              "The algorithm of a course note (note000 to note004-pocket) or of another program (sklearn), with what is wrong in it put right; options given "
              "beside it win. All are listed below.",
              "", T},
    OptionRow{"--order", "", kLearning, ValueKind::choice, "ORDER", "cyclic|shuffled|random|restart|worst|online", "cyclic",
              "Which example comes next: cyclic, full scans in file order; shuffled, scans in a new order each; random, any example that needs an update; "
              "restart, back to "
              "the first row after each update; worst, the row of least margin y·s; online, one pass as the rows arrive.",
              "Rosenblatt 1958; worst: Krauth & Mézard 1987", T},
    OptionRow{"--seed", "", kLearning, ValueKind::count, "N", "", "1",
              "Seed of all that is drawn: the orders shuffled and random, the rows held out, the data made, the support vectors that make room; the same seed "
              "gives the same everywhere. Where nothing is drawn any seed will do.",
              "", T | O | G, 0, kMaxCount},
    OptionRow{"--rule", "", kLearning, ValueKind::choice, "RULE", "perceptron|margin", "perceptron",
              "When to step w ← w + η·y·x: perceptron, if y·s ≤ 0; margin, if y·s ≤ τ.", "Rosenblatt 1958; Krauth & Mézard 1987", T | O},
    OptionRow{"--tau", "", kLearning, ValueKind::number, "T", "", "0",
              "The margin τ asked for: a row updates if y·s ≤ τ, whatever η; at most (R² + 2τ/η)/γ² updates. Implies --rule margin.", "Krauth & Mézard 1987",
              T | O, 0, 0},
    OptionRow{"--tie", "", kLearning, ValueKind::choice, "RULE", "update|plus", "update",
              "What a score of 0 does: update, it is an error and updates; plus, it predicts +1, so only negatives update.", "update: Novikoff 1962", T | O},
    OptionRow{"--eta", "", kLearning, ValueKind::number, "E", "", "1",
              "Learning rate η > 0 in w ← w + η·y·x; from zero weights and with τ = 0 it only scales the weights.", "Novikoff 1962", T | O, 0, 0, true},
    OptionRow{"--bias", "", kLearning, ValueKind::number, "B", "", "1; check: the certificate's",
              "Constant coordinate B joined to every row; b = B·w_B, so an update adds η·y·B² to b; 0: no bias, the hyperplane goes through the origin.", "",
              T | O | G | Y | K, 0, 0},
    OptionRow{"--w0", "", kLearning, ValueKind::file, "FILE|V1,V2,…", "", "0", "Start weights, by feature from the first, in a list or in a file.", "", T | O},
    OptionRow{"--b0", "", kLearning, ValueKind::number, "V", "", "0", "Start value of b.", "", T | O, -1.7976931348623157e308, 0},
    OptionRow{"--keep", "", kLearning, ValueKind::choice, "KEEP", "auto|last|averaged|voted|pocket|pocket-every|greedy", "auto; online: last",
              "Which weights are the answer: last; averaged over the rows seen; voted, Σ c_k·sign(v_k·x); pocket, the best by errors, with the ratchet; "
              "pocket-every, the best of "
              "all; greedy (train, with --order restart), an update is made only if the errors become fewer; auto, last if the run converged, else averaged.",
              "Freund & Schapire 1999; pocket: Gallant 1990", T | O},

    OptionRow{
        "--arithmetic", "", kLearning, ValueKind::choice, "KIND", "double|exact", "double; exact with --until proof",
        "What is computed with: double; exact, whole numbers of any size, so that every decision is that of rational arithmetic and a clean scan is a proof.",
        "", T},
    OptionRow{
        "--space", "", kLearning, ValueKind::choice, "SPACE", "auto|primal|dual", "auto",
        "How a run holds its weights: primal, as weights; dual, as coefficients of the rows and the scores of all of them, where a look costs one step and an "
        "update one for each row; auto, dual with a kernel, else primal, in exact arithmetic until dual pays. In exact arithmetic the results are the same.",
        "", T},
    OptionRow{
        "--kernel", "", kLearning, ValueKind::choice, "KERNEL", "linear|poly|rbf|laplace|intersection|chi2|precomputed", "linear",
        "What stands for ⟨x, z⟩: linear; poly, (g⟨x, z⟩ + c)^d; rbf, exp(−g‖x − z‖²); laplace, exp(−g‖x − z‖₁); for features that are not negative "
        "intersection, Σ min(x, z), and chi2, Σ 2xz/(x + z); precomputed, the values stand in the rows, as LIBSVM's: 0:number 1:K(x,x1) 2:K(x,x2) … All but "
        "linear need the dual space. Exact arithmetic knows linear and poly, certify all but precomputed.",
        "Aizerman, Braverman & Rozonoer 1964", T | O | Y},
    OptionRow{
        "--check-kernel", "", kLearning, ValueKind::flag, "", "", "",
        "Before the run, look whether the kernel is symmetric and positive semidefinite on the rows to learn from; if not, it is refused, with a v for which "
        "vᵀKv < 0.",
        "", T},
    OptionRow{"--gamma", "", kLearning, ValueKind::number, "G", "", "1", "g > 0 of --kernel poly, rbf and laplace.", "", T | O | Y, 0, 0, true},
    OptionRow{"--coef0", "", kLearning, ValueKind::number, "C", "", "1", "c ≥ 0 of --kernel poly.", "", T | O | Y, 0, 0},
    OptionRow{"--degree", "", kLearning, ValueKind::count, "D", "", "2", "Degree d of --kernel poly.", "", T | O | Y, 1, 1000},
    OptionRow{
        "--support", "", kLearning, ValueKind::choice, "HOW", "stored|reference", "stored",
        "What a model of the dual space has of its support vectors: stored, copies; reference, their rows' numbers in DATA with a checksum: whoever loads the "
        "model reads DATA again.",
        "", T},
    OptionRow{"--compare-spaces", "", kLearning, ValueKind::flag, "", "", "",
              "Make the run in the primal space and in the dual too, and report from which update on they differ, if they do: in doubles both are rounded.", "",
              T},
    OptionRow{"--budget", "", kLearning, ValueKind::count, "N", "", "no budget",
              "Hold at most N support vectors: memory and the time of a look stay bounded, whatever comes. Implies the dual space, and --keep last.", "", T | O,
              1, kMaxCount},
    OptionRow{
        "--budget-rule", "", kLearning, ValueKind::choice, "RULE", "random|forgetron|projectron|projectron++", "forgetron",
        "How a run keeps to --budget: random, a support vector drawn from --seed makes room; forgetron, the oldest, after all coefficients were made smaller; "
        "projectron, none, and what cannot be added is projected on the span of the support; projectron++, the same, with steps on rows that are right by "
        "less than η.",
        "Cavallanti, Cesa-Bianchi & Gentile 2007; Dekel, Shalev-Shwartz & Singer 2008; Orabona, Keshet & Caputo 2009", T | O},
    OptionRow{
        "--projection-error", "", kLearning, ValueKind::number, "E", "", "0.1",
        "projectron, projectron++: a row that is no further than E from the span of the support vectors, in the feature space, is projected even while there "
        "is room.",
        "", T | O, 0, 0},
    OptionRow{"--holdout", "", kLearning, ValueKind::file, "FRACTION|FILE", "", "nothing is held out",
              "Rows to watch and not to learn from: a fraction of the rows, drawn from --seed, or the rows of another file, read with the same options.", "",
              T},

    OptionRow{"--passes", "", kLimits, ValueKind::count, "N", "", "100",
              "Scans over the data; the orders random, restart and worst stop after N times the rows instead.", "", T, 0, kMaxCount},
    OptionRow{"--max-updates", "", kLimits, ValueKind::count, "N", "", "0", "Stop after N changes of the weights; 0: no limit.", "", T | O, 0, kMaxCount},
    OptionRow{"--max-seen", "", kLimits, ValueKind::count, "N", "", "0", "Stop after N examples looked at; 0: no limit.", "", T | O, 0, kMaxCount},
    OptionRow{"--max-seconds", "", kLimits, ValueKind::number, "S", "", "0; certify: 600", "Stop after S seconds; 0: no limit.", "", T | O | Y, 0, 0},
    OptionRow{"--until", "", kLimits, ValueKind::choice, "WHAT", "proof", "",
              "proof: learn until it is proved whether some hyperplane is right on every row: by a clean scan, by weights that come back, or by the search of "
              "certify beside the run. Implies --arithmetic exact and lifts the limits that are not given.",
              "Gordan 1873", T},
    OptionRow{"--patience", "", kLimits, ValueKind::count, "N", "", "0",
              "Stop after N passes without fewer errors on the rows held out than ever before; needs --holdout and --order cyclic or shuffled.", "", T, 0,
              kMaxCount},
    OptionRow{"--memory", "", kMachine, ValueKind::bytes, "BYTES", "", "4G", "Memory that the input may make the program take; K, M or G may follow.", "",
              kReaders | I, 1, kMaxCount},
    OptionRow{"--threads", "", kMachine, ValueKind::count, "N", "", "as many as the processor runs",
              "Threads that read files ahead (1: none does) and look at large data. No result depends on it.", "", T | P | E | C | Y | K, 1, 1024},
    OptionRow{
        "--kernel-cache", "", kMachine, ValueKind::bytes, "BYTES", "", "1G",
        "Memory for rows of the Gram matrix of a run in the dual space, beside --memory; those not used for the longest time are made again when needed. No "
        "result depends on it.",
        "", T, 1, kMaxCount},

    OptionRow{"--checkpoint", "", kLasting, ValueKind::file, "FILE", "", "",
              "Save the run in FILE now and then and at its end: a model with all that the run needs to go on. On SIGINT or SIGTERM it is saved at once.", "",
              T},
    OptionRow{"--every", "", kLasting, ValueKind::interval, "NUNIT", "updates|passes|s", "10s",
              "How often --checkpoint saves: a number and its unit, as 1000updates, 1passes or 10s.", "", T},
    OptionRow{"--resume", "", kLasting, ValueKind::file, "FILE", "", "",
              "Go on with the run saved in FILE, on the same rows, as if it had never stopped. Its options hold; only the limits may change.", "", T},

    OptionRow{"--labels", "", kLabels, ValueKind::pair, "NEG,POS", "", "",
              "The two labels, -1 first; a label in double quotes may hold a comma. Without it the larger of two labels is +1.", "", T | O | C | Y},
    OptionRow{"--positive", "", kLabels, ValueKind::text, "LABEL", "", "", "The label that is +1; the other one is -1.", "", T | O | Y},

    OptionRow{"--format", "", kReading, ValueKind::choice, "FORMAT", "libsvm|csv|tsv", "by the file's extension, else libsvm", "How the data are written.", "",
              kReaders},
    OptionRow{"--index-base", "", kReading, ValueKind::choice, "BASE", "0|1", "1, or the model's or certificate's",
              "Number of the first feature in LIBSVM data.", "", kReaders},
    OptionRow{"--label", "", kReading, ValueKind::text, "NAME", "", "", "Name of the CSV column that holds the label.", "", kReaders},
    OptionRow{"--label-column", "", kReading, ValueKind::count, "N", "", "", "Number of the CSV column that holds the label, from 1.", "", kReaders, 1,
              4294967295.0},
    OptionRow{"--no-header", "", kReading, ValueKind::flag, "", "", "", "The first line of the CSV data is a row, not the names of the columns.", "", kReaders},
    OptionRow{"--delimiter", "", kReading, ValueKind::character, "C", "", ", for csv, tab for tsv",
              "The byte between CSV cells; the word tab means the tab character.", "", kReaders},
    OptionRow{
        "--ignore", "", kReading, ValueKind::text, "NAME[,NAME…]", "", "",
        "CSV columns that are neither label nor feature, such as serial numbers: their cells may hold anything. A name in double quotes may hold a comma.", "",
        kReaders},
    OptionRow{"--features", "", kReading, ValueKind::count, "N", "", "the largest index there is",
              "Number of features; a larger index in what is read is an error.", "", T | O | C | Y | K, 1, 4294967296.0},
    OptionRow{"--on-unseen", "", kReading, ValueKind::choice, "WHAT", "zero|error", "zero",
              "A feature of LIBSVM text that the model does not know: zero, it weighs 0 and is counted; error, the run ends. A CSV has the model's columns.",
              "", P | E},

    OptionRow{"--rows", "", kMaking, ValueKind::count, "N", "", "100; unit-vectors, staircase: 10", "Number of rows.", "", G, 1, kMaxCount},
    OptionRow{"--features", "", kMaking, ValueKind::count, "N", "", "10; xor: 2; text: 10000",
              "separable, noisy, xor, text: number of features. unit-vectors and staircase have one a row.", "", G, 1, 4294967296.0},
    OptionRow{
        "--margin", "", kMaking, ValueKind::number, "G", "", "0.1",
        "separable, noisy: every row, before its label is flipped, has a geometric margin of at least G to the hidden direction, the bias coordinate included.",
        "", G, 0, 0, true},
    OptionRow{"--noise", "", kMaking, ValueKind::number, "P", "", "0.1; text: 0", "noisy, text: probability that a label is flipped, at most 1.", "", G, 0, 0},
    OptionRow{"--density", "", kMaking, ValueKind::number, "P", "", "1", "separable, noisy: probability that a feature of a row is drawn, at most 1.", "", G, 0,
              0, true},
    OptionRow{"--values-per-row", "", kMaking, ValueKind::count, "N", "", "50", "text: number of words drawn for a row, on average.", "", G, 1, 1000000},

    OptionRow{"--strict", "", kProving, ValueKind::flag, "", "", "",
              "Only say whether every row can be strictly on its side, by a hyperplane or by rows in conflict; which rows overlap is not asked.", "Gordan 1873",
              Y},
    OptionRow{
        "--margin", "", kProving, ValueKind::flag, "", "", "",
        "Find γ*², the square of the largest margin there is, exactly, with the rows that decide it and the bound (R/γ*)²; of separable data the certificate "
        "then proves this.",
        "Wolfe 1976", Y},
    OptionRow{
        "--gap", "", kProving, ValueKind::number, "G", "", "exact, or 1e-6",
        "With --margin, be content with an interval of γ* that is this narrow, relative to γ*; 0: nothing but γ*² itself. Default: γ*² itself, but 1e-6 where "
        "its exact search would take hours.",
        "", Y, 0, 1},
    OptionRow{
        "--conflicts", "", kProving, ValueKind::flag, "", "", "",
        "Report which rows contradict each other: irreducible conflicts without common rows, exact contradictions first, until what is left is separable.",
        "Gleeson & Ryan 1990", Y},
    OptionRow{"--errors", "", kProving, ValueKind::flag, "", "", "",
              "Report how few errors (y·s ≤ 0) are possible, from both sides, and a hyperplane with as few as were found; the certificate proves both ends. "
              "With --margin too, that of separable data proves γ*², and with it that no error is needed.",
              "", Y},
    OptionRow{"--exhaustive", "", kProving, ValueKind::flag, "", "", "",
              "Where rows in more than 300 columns have no small proof that they are inseparable: prove that weights with Σ λ·z = 0 exist, by a Cholesky "
              "factorisation with bounds of its rounding (n³/3 multiplications and n²/2 doubles for n columns); check: do that again for such a certificate.",
              "Rump 2006", Y | K},
    OptionRow{"--expect", "", kProving, ValueKind::choice, "VERDICT", "separable|quasi-separable|overlapping|inseparable", "",
              "Exit with 1 for any other verdict, undecided too; quasi-separable and overlapping are inseparable.", "", Y},
    OptionRow{
        "--numbers", "", kProving, ValueKind::choice, "NUMBERS", "decimal|binary64", "decimal; check: the certificate's",
        "Which numbers values are: decimal, the decimals as written (convert keeps them; of eta, tau, B, w0 and b0 the shortest ones); binary64, the nearest "
        "doubles (convert writes the shortest decimal that reads back as one). In train with --arithmetic exact.",
        "", T | C | Y | K},
    OptionRow{"--to", "", kReport, ValueKind::choice, "FORMAT", "libsvm|csv|cache", "by the extension of -o, else libsvm",
              "What to write: text, or a cache (extension .nvk), a small file that is read two to three times as fast as text.", "", C},
    OptionRow{"--to", "", kReport, ValueKind::choice, "FORMAT", "libsvm|csv", "by the extension of -o, else libsvm", "What to write.", "", G},
    OptionRow{"--scores", "", kReport, ValueKind::flag, "", "", "", "Print a tab and the score s = w·x + b behind each label (with a vote Σ c_k·sign(v_k·x)).",
              "", P | O},
    OptionRow{"--per-example", "", kReport, ValueKind::flag, "", "", "", "Report how often each row updated (n_i).", "", T},
    OptionRow{"--sequence", "", kReport, ValueKind::flag, "", "", "", "Report the rows that updated, in order.", "", T},
    OptionRow{"--errors-per-pass", "", kReport, ValueKind::flag, "", "", "",
              "Report the learning curve: after each pass the training errors, the risk Σ −y·s over them, and the errors on rows held out.", "", T},
    OptionRow{"--curve", "", kReport, ValueKind::file, "FILE", "", "",
              "Write the learning curve as a picture (SVG) to FILE, and report it as --errors-per-pass does.", "", T},
    OptionRow{"--ascii", "", kReport, ValueKind::flag, "", "", "by the locale", "Draw the learning curve of the report in ASCII, not in braille dots.", "", T},
    OptionRow{"--top", "", kReport, ValueKind::count, "N", "", "10", "How many of the largest weights to show; 0: all.", "", I, 0, kMaxCount},
    OptionRow{"--model-in", "", kReport, ValueKind::file, "MODEL", "", "",
              "Go on from this model, of online or of train --order online, as if the run had never stopped.", "", O},
    OptionRow{"--model-out", "", kReport, ValueKind::file, "MODEL", "", "",
              "Write the model at the end; certify: the hyperplane of largest margin, if the rows are separable.", "", O | Y},
    OptionRow{"--output", "-o", kReport, ValueKind::file, "FILE", "", "",
              "Write the result to FILE: the model (train), the predictions (predict, online), the rows (convert, generate), the certificate (certify).", "",
              T | P | O | C | G | Y},
    OptionRow{"--json", "", kReport, ValueKind::flag, "", "", "", "Report as one JSON object on standard output.", "", T | P | E | O | I | C | G | D | Y | K},
    OptionRow{"--quiet", "-q", kReport, ValueKind::flag, "", "", "", "Say only what was asked for: no report, no notes, no progress.", "",
              T | P | E | O | I | C | G | D | Y | K},
    OptionRow{"--help", "-h", kReport, ValueKind::flag, "", "", "", "Show this help.", "", T | P | E | O | I | C | G | D | Y | K},
};

}  // namespace

std::string_view heading_of(const OptionRow& option, Command command) noexcept {
  if (command == Command::generate && (option.group == kLearning || option.group == kReading)) return kMaking;
  if ((command == Command::certify || command == Command::check) && option.group == kLearning) return kHyperplanes;
  if (command == Command::train && option.group == kProving) return kLearning;
  if (command == Command::convert && option.group == kProving) return kReport;
  return option.group;
}

std::span<const CommandRow> command_rows() noexcept { return kCommands; }

std::span<const OptionRow> option_rows() noexcept {
  static const auto rows = [] {
    auto filled = kOptions;
    for (OptionRow& row : filled)
      if (row.name == "--like") row.values = preset_names();
    return filled;
  }();
  return rows;
}

}  // namespace novikoff
