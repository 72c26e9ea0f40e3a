#include "tools/bench/sweep.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "latspline/base/error.h"
#include "scratch_folder.h"

namespace latspline::tools {
namespace {

using testing::contains;
using testing::message_of;
using testing::ScratchFolder;

SweepOptions small(const std::string& file) {
  SweepOptions options;
  options.spaces = {"z2/linear", "quincunx/zp"};
  options.group_sizes = {1, 2, 16, 0};
  options.depths = {1, 0};
  options.strategies = {Strategy::automatic};
  options.lanes = {1};
  options.samples = 400;
  options.points = 300;
  options.repetitions = 2;
  options.file = file;
  return options;
}

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Sweep, MeasuresEveryCombinationOnceAndGoesOnWhereItStopped) {
  const ScratchFolder folder;
  const std::string path = folder / "sweep.jsonl";
  double last = 0;
  const std::vector<SweepRow> rows = sweep(small(path), [&](double part) {
    EXPECT_GE(part, last);
    last = part;
  });
  EXPECT_DOUBLE_EQ(last, 1);
  // Group sizes 1 and 2 at two depths, all in one group in two forms; 16 is beyond the sites.
  EXPECT_EQ(rows.size(), 2 * (2 * 2 + 2));
  std::set<std::string> keys;
  for (const SweepRow& row : rows) {
    keys.insert(row.key);
    EXPECT_GT(row.random[0], 0);
    EXPECT_LE(row.random[0], row.random[1]);
    EXPECT_LE(row.rays[1], row.rays[2]);
    EXPECT_GT(row.operations, 0);
    EXPECT_TRUE(row.branches || row.references > 1);
  }
  EXPECT_EQ(keys.size(), rows.size());

  // All is known: nothing is measured or written.
  const std::string before = content(path);
  EXPECT_EQ(sweep(small(path), [](double) {}).size(), rows.size());
  EXPECT_EQ(content(path), before);

  // A line that an interruption left half-written is measured again.
  std::ofstream(path) << before.substr(0, before.size() - 40);
  EXPECT_EQ(sweep(small(path), [](double) {}).size(), rows.size());
  std::istringstream lines(content(path));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_TRUE(keys.count(sweep_row(line).key)) << line;
  EXPECT_EQ(count, rows.size());
}

TEST(Sweep, AFileOfSomethingElseIsRefusedAndKept) {
  const ScratchFolder folder;
  const std::string path = folder / "notes.txt";
  std::ofstream(path) << "my notes\nof today\n";
  const std::string message = message_of<InputError>([&] { sweep(small(path), [](double) {}); });
  EXPECT_TRUE(contains(message, "notes.txt, line 1")) << message;
  EXPECT_EQ(content(path), "my notes\nof today\n");
  EXPECT_TRUE(contains(message_of<InputError>([&] { sweep(small(folder / "gone/sweep.jsonl"), [](double) {}); }),
                       "gone/sweep.jsonl"));
}

TEST(Sweep, RowsComeBackFromTheirText) {
  SweepRow row;
  row.key = "a|b";
  row.space = "cc/linear";
  row.form = "horner";
  row.scalar = Scalar::f64;
  row.group_size = 4;
  row.depth = 8;
  row.branches = false;
  row.strategy = Strategy::table;
  row.lanes = 8;
  row.sites = 64;
  row.references = 3;
  row.operations = 99;
  row.compile_seconds = 0.5;
  for (int k = 0; k < 3; ++k) {
    row.random[k] = k + 0.25;
    row.rays[k] = k + 0.75;
  }
  const SweepRow back = sweep_row(to_json(row));
  EXPECT_EQ(to_json(back), to_json(row));
  EXPECT_EQ(to_csv(back), "cc/linear,horner,f64,4,8,off,table,8,64,3,99,0.5,0.25,1.25,2.25,0.75,1.75,2.75");
  const auto columns = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  EXPECT_EQ(columns(csv_header()), columns(to_csv(row)));
  EXPECT_THROW(sweep_row("{}"), InputError);
  EXPECT_THROW(sweep_row("["), InputError);
}

}  // namespace
}  // namespace latspline::tools
