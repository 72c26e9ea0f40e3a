#include "tools/io/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "latspline/base/error.h"
#include "latspline/base/interrupt.h"
#include "scratch_folder.h"

namespace latspline::tools {
namespace {

using testing::contains;
using testing::file_bytes;
using testing::message_of;
using testing::ScratchFolder;
using testing::write_file;

TEST(AtomicFile, AppearsWholeAtCommit) {
  const ScratchFolder folder;
  const std::string path = folder / "a.txt";
  {
    AtomicFile file(path);
    std::fputs("new", file.stream());
    EXPECT_EQ(file_bytes(path), "");
    file.commit();
  }
  EXPECT_EQ(file_bytes(path), "new");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AtomicFile, WithoutCommitLeavesTheOldFile) {
  const ScratchFolder folder;
  const std::string path = folder / "a.txt";
  write_file(path, "old");
  {
    AtomicFile file(path);
    std::fputs("new", file.stream());
  }
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AtomicFile, InterruptLeavesTheOldFile) {
  const ScratchFolder folder;
  const std::string path = folder / "a.txt";
  write_file(path, "old");
  request_interrupt();
  EXPECT_THROW(write_text(path, "new"), Interrupted);
  clear_interrupt();
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AtomicFile, KeepsThePermissionsOfTheOldFile) {
  const ScratchFolder folder;
  const std::string path = folder / "a.txt";
  write_file(path, "old");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  write_text(path, "new");
  struct stat status{};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(AtomicFile, FullDiskIsAnInputErrorThatNamesThePath) {
  const ScratchFolder folder;
  const std::string path = folder / "a.txt";
  write_file(path, "old");
  // A limit on the size of a file makes write() fail like a full disk does.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = message_of<InputError>([&] { write_text(path, std::string(100000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(contains(message, path));
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AtomicFile, DevicesAndPipesAreWrittenDirectly) {
  const ScratchFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = file_bytes(path); });
  write_text(path, "text");
  reader.join();
  EXPECT_EQ(received, "text");
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  if (!std::filesystem::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_TRUE(contains(message_of<InputError>([] { write_text("/dev/full", "text"); }), "/dev/full"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(AtomicFile, RefusesFoldersAndMissingFolders) {
  const ScratchFolder folder;
  EXPECT_TRUE(contains(message_of<InputError>([&] { AtomicFile file(folder / "."); }), "folder"));
  EXPECT_TRUE(contains(message_of<InputError>([&] { AtomicFile file(folder / "none/a.txt"); }), "none/a.txt"));
  EXPECT_THROW(AtomicFile(""), InputError);
}

}  // namespace
}  // namespace latspline::tools
