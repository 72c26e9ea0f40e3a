#include "latspline/tune/measure.h"

#include <gtest/gtest.h>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/plan/lower.h"

namespace latspline::test {
namespace {

TEST(MeasureTunings, ComparesAllOfTheSearchSpace) {
  const Plan plan = lower(analyze(catalog_space("z2/zp"), {.count_cells = false}), {});
  MeasureOptions options{.seconds = 0.01, .samples = 400, .points = 200};
  int said = 0;
  options.progress = [&](const std::string& words) { said += words.empty() ? 0 : 1; };
  const std::vector<TuningTime> times = measure_tunings(plan, options);
  const std::vector<Tuning> space = search_space(plan, 16);
  ASSERT_EQ(times.size(), space.size());
  EXPECT_GE(said, static_cast<int>(space.size()));
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(times[i].tuning, space[i]);
    EXPECT_GE(times[i].rounds, 3);
    EXPECT_LE(times[i].least, times[i].median);
    EXPECT_LE(times[i].median, times[i].greatest);
    for (const double time : times[i].nanoseconds) EXPECT_GT(time, 0);
  }
  EXPECT_EQ(times.front().median, 1) << "relative to itself";
}

TEST(MeasureTunings, TakesTheFastestThatIsNoticeablySo) {
  std::vector<TuningTime> times(3);
  for (TuningTime& time : times) time.median = 1;
  times[1].tuning.lanes = 4;
  times[1].median = 0.99;
  EXPECT_EQ(best_tuning(times).tuning.lanes, 0);
  times[2].tuning.lanes = 8;
  times[2].median = 0.7;
  EXPECT_EQ(best_tuning(times).tuning.lanes, 8);
}

TEST(MeasureTunings, EndsWhereItsProgressThrows) {
  const Plan plan = lower(analyze(catalog_space("z1/linear"), {.count_cells = false}), {});
  MeasureOptions options;
  options.progress = [](const std::string&) { throw InputError("enough"); };
  EXPECT_THROW(measure_tunings(plan, options), InputError);
}

TEST(MeasureTunings, RefusesKernelsThatCall) {
  const Plan plan = lower(analyze(catalog_space("z1/linear"), {.count_cells = false}), {.fetch = Fetch::callback});
  EXPECT_THROW(measure_tunings(plan), UnsupportedError);
}

}  // namespace
}  // namespace latspline::test
