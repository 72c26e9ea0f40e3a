#include "latspline/tune/tuning.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "latspline/analysis/analysis.h"
#include "latspline/base/error.h"
#include "latspline/plan/lower.h"

namespace latspline::test {
namespace {

namespace fs = std::filesystem;

Plan plan_of(const std::string& name, const PlanOptions& options = {}) {
  return lower(analyze(catalog_space(name), {.count_cells = false}), options);
}

class TuningCacheTest : public testing::Test {
 protected:
  TuningCacheTest()
      : folder_((fs::temp_directory_path() / ("latspline-tuning-" + std::to_string(getpid()))).string()),
        cache_(folder_) {}
  ~TuningCacheTest() override { fs::remove_all(folder_); }

  std::string folder_;
  TuningCache cache_;
};

TEST_F(TuningCacheTest, FindsWhatItKept) {
  const Plan plan = plan_of("z1/linear");
  EXPECT_EQ(cache_.find(plan), std::nullopt);
  const Tuning tuning{8, Layout::sites, Bin::off, false};
  cache_.keep(plan, tuning);
  EXPECT_EQ(cache_.find(plan), tuning);
  // By any options for what is tuned, and for no other plan.
  EXPECT_EQ(cache_.find(tuned(plan, {4, Layout::points, Bin::on, true})), tuning);
  EXPECT_EQ(cache_.find(plan_of("z1/linear", {.scalar = Scalar::f64})), std::nullopt);
  EXPECT_EQ(cache_.find(plan_of("z1/cubic")), std::nullopt);
  cache_.keep(plan, Tuning{});
  EXPECT_EQ(cache_.find(plan), Tuning{});
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1) << "a draft is left";
}

TEST_F(TuningCacheTest, TakesADamagedFileForMissing) {
  const Plan plan = plan_of("z1/linear");
  cache_.keep(plan, {4, Layout::points, Bin::off, true});
  std::ifstream whole(cache_.path(plan));
  const std::string text(std::istreambuf_iterator<char>(whole), {});
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    std::ofstream(cache_.path(plan)) << text.substr(0, length);
    EXPECT_EQ(cache_.find(plan), std::nullopt) << length;
  }
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"lanes\": 4", "\"lanes\": 5"},
                                 {"\"lanes\": 4", "\"lanes\": \"4\""},
                                 {"points", "rows"},
                                 {"\"branches\": true", "\"branches\": 1"},
                                 {"\"file_version\": 1", "\"file_version\": 2"}}) {
    std::string other = text;
    ASSERT_NE(other.find(from), std::string::npos) << text;
    other.replace(other.find(from), from.size(), to);
    std::ofstream(cache_.path(plan)) << other;
    EXPECT_EQ(cache_.find(plan), std::nullopt) << other;
  }
}

TEST_F(TuningCacheTest, IsSharedByWritersAndReaders) {
  const Plan plan = plan_of("z1/linear");
  cache_.keep(plan, {4, Layout::points, Bin::off, true});
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) EXPECT_TRUE(cache_.find(plan).has_value());
    });
  for (int k = 0; k < 50; ++k) cache_.keep(plan, {k % 2 == 0 ? 4 : 8, Layout::points, Bin::off, true});
  for (std::thread& thread : threads) thread.join();
}

TEST_F(TuningCacheTest, LeavesOptionsThatAreGivenAlone) {
  const Plan plan = plan_of("z1/linear");
  const Tuning tuning{8, Layout::points, Bin::off, true};
  cache_.keep(plan, tuning);
  EXPECT_EQ(tuning_of(tuned_here(plan, cache_).options), tuning);
  const Tuning given{1, Layout::automatic, Bin::automatic, true};
  EXPECT_EQ(tuning_of(tuned_here(tuned(plan, given), cache_).options), given);
}

TEST_F(TuningCacheTest, SaysWhatCannotBeWritten) {
  std::ofstream(folder_) << "a file where the folder would be";
  try {
    cache_.keep(plan_of("z1/linear"), Tuning{});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(folder_), std::string::npos) << error.what();
  }
}

TEST(TuningCache, IsWhereTheEnvironmentSays) {
  ::setenv("LATSPLINE_TUNING", "/somewhere", 1);
  EXPECT_EQ(TuningCache::default_folder(), "/somewhere");
  ::setenv("LATSPLINE_TUNING", "off", 1);
  EXPECT_EQ(TuningCache::default_folder(), "");
  EXPECT_EQ(TuningCache().find(plan_of("z1/linear")), std::nullopt);
  TuningCache().keep(plan_of("z1/linear"), Tuning{});
  ::unsetenv("LATSPLINE_TUNING");
  ::setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(TuningCache::default_folder(), "/caches/latspline/tuning");
}

TEST(SearchSpace, HasWhatMakesOtherCode) {
  const auto has = [](const std::vector<Tuning>& space, auto holds) {
    return std::any_of(space.begin(), space.end(), holds);
  };
  // One sub-region, products: layouts, no bins.
  const std::vector<Tuning> cubic = search_space(plan_of("z2/cubic"), 16);
  EXPECT_EQ(cubic.front(), Tuning{});
  EXPECT_TRUE(has(cubic, [](const Tuning& t) { return t.layout == Layout::sites && t.lanes == 16; }));
  EXPECT_FALSE(has(cubic, [](const Tuning& t) { return t.bin == Bin::on || !t.branches; }));
  // Three sub-regions, no products: bins and branches, no rows.
  const std::vector<Tuning> six = search_space(plan_of("bcc/voronoi2"), 8);
  EXPECT_TRUE(has(six, [](const Tuning& t) { return t.bin == Bin::on; }));
  EXPECT_TRUE(has(six, [](const Tuning& t) { return !t.branches; }));
  EXPECT_FALSE(has(six, [](const Tuning& t) { return t.layout == Layout::sites || t.lanes == 16; }));
  for (std::size_t i = 0; i < six.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(six[i], six[j]);
}

}  // namespace
}  // namespace latspline::test
