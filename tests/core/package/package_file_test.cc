#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/package/package_bytes.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/package/temp_file.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::byte> PackageOf(size_t size, uint8_t fill) {
  const std::vector<std::byte> bytes(size, std::byte{fill});
  PackageWriter writer;
  writer.AddBytes(SectionType::kManifest, {}, bytes);
  return writer.Finish();
}

std::vector<std::string> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(PackageFile, IsWrittenAndMapped) {
  const TempFolder folder;
  const std::string path = folder.File("a.waymap");
  ASSERT_TRUE(WritePackageFile(path, PackageOf(1000, 1)).ok());
  EXPECT_THAT(NamesIn(folder.path()), ElementsAre("a.waymap"));
  const auto reader = PackageReader::OpenFile(path);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_TRUE((*reader)->VerifyAll().ok());
  EXPECT_EQ((*reader)->name(), path);
}

TEST(PackageFile, AnOldMappingSurvivesTheReplacement) {
  const TempFolder folder;
  const std::string path = folder.File("a.waymap");
  ASSERT_TRUE(WritePackageFile(path, PackageOf(1 << 20, 1)).ok());
  const auto old_reader = PackageReader::OpenFile(path);
  ASSERT_TRUE(old_reader.ok());
  ASSERT_TRUE(WritePackageFile(path, PackageOf(10, 2)).ok());
  EXPECT_TRUE((*old_reader)->VerifyAll().ok());
  EXPECT_EQ((*old_reader)->Bytes(SectionType::kManifest)->size(), size_t{1} << 20);
  EXPECT_EQ((*PackageReader::OpenFile(path))->Bytes(SectionType::kManifest)->size(), 10U);
}

TEST(PackageFile, ThatIsMissingIsNotFound) {
  const TempFolder folder;
  const auto reader = PackageReader::OpenFile(folder.File("none.waymap"));
  EXPECT_TRUE(absl::IsNotFound(reader.status())) << reader.status();
  EXPECT_THAT(reader.status().ToString(), HasSubstr("none.waymap"));
  EXPECT_TRUE(absl::IsNotFound(WritePackageFile(folder.File("no/a.waymap"), PackageOf(1, 1))));
}

TEST(PackageFile, FoldersPipesAndEmptyFilesAreRefused) {
  const TempFolder folder;
  EXPECT_TRUE(absl::IsInvalidArgument(PackageReader::OpenFile(folder.path()).status()));
  ASSERT_EQ(::mkfifo(folder.File("pipe").c_str(), 0600), 0);
  EXPECT_TRUE(absl::IsInvalidArgument(PackageReader::OpenFile(folder.File("pipe")).status()));
  std::ofstream(folder.File("empty")).close();
  EXPECT_TRUE(absl::IsDataLoss(PackageReader::OpenFile(folder.File("empty")).status()));
}

TEST(PackageFile, IsNotPutInPlaceOfAFolder) {
  const TempFolder folder;
  const std::string path = folder.File("a.waymap");
  std::filesystem::create_directory(path);
  const absl::Status status = WritePackageFile(path, PackageOf(1, 1));
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(status.ToString(), HasSubstr("rename"));
  EXPECT_THAT(NamesIn(folder.path()), ElementsAre("a.waymap"));
}

// A file size limit stands for a full disk.
TEST(PackageFile, AFailedWriteLeavesTheOldFileAndNothingElse) {
  const TempFolder folder;
  const std::string path = folder.File("a.waymap");
  ASSERT_TRUE(WritePackageFile(path, PackageOf(1000, 1)).ok());
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(3);
    const absl::Status status = WritePackageFile(path, PackageOf(1 << 20, 2));
    ::_exit(!status.ok() && status.ToString().find(": write") != std::string::npos ? 0 : 1);
  }
  int result = 0;
  ASSERT_EQ(::waitpid(child, &result, 0), child);
  EXPECT_EQ(result, 0);
  EXPECT_THAT(NamesIn(folder.path()), ElementsAre("a.waymap"));
  const auto reader = PackageReader::OpenFile(path);
  ASSERT_TRUE(reader.ok());
  EXPECT_TRUE((*reader)->VerifyAll().ok());
  EXPECT_EQ((*reader)->Bytes(SectionType::kManifest)->size(), 1000U);
}

TEST(PackageFile, LeftoversOfDeadWritersAreSweptAndOfLiveOnesNot) {
  const TempFolder folder;
  std::ofstream(folder.File(".waystone-0123456789abcdef.tmp")) << "short";
  std::ofstream(folder.File(".waystone-notes")) << "not ours";
  auto live = TempFile::Create(folder.path());
  ASSERT_TRUE(live.ok()) << live.status();
  ASSERT_TRUE(WritePackageFile(folder.File("a.waymap"), PackageOf(1, 1)).ok());
  EXPECT_EQ(NamesIn(folder.path()).size(), 3U);  // a.waymap, the notes, the live writer's
  EXPECT_TRUE(live->CommitAs(folder.File("b.waymap")).ok());
  EXPECT_THAT(NamesIn(folder.path()), ElementsAre(".waystone-notes", "a.waymap", "b.waymap"));
}

TEST(PackageFile, IsWholeHoweverOftenItsWriterIsKilled) {
  const TempFolder folder;
  const std::string path = folder.File("a.waymap");
  ASSERT_TRUE(WritePackageFile(path, PackageOf(300'000, 0)).ok());
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (uint8_t fill = 0;; ++fill) (void)WritePackageFile(path, PackageOf(300'000, fill));
    }
    ::usleep(random.NextBelow(8000));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const auto reader = PackageReader::OpenFile(path);
    ASSERT_TRUE(reader.ok()) << reader.status();
    ASSERT_TRUE((*reader)->VerifyAll().ok());
  }
  ASSERT_TRUE(WritePackageFile(path, PackageOf(1, 1)).ok());
  EXPECT_THAT(NamesIn(folder.path()), ElementsAre("a.waymap"));
}

// Rather than that allocations fail.
TEST(PackageBytesTest, TheLastMappingsOfAProcessAreLeftForAllElse) {
  uint64_t most = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> most;
  if (most < 10'000 || most > 300'000) GTEST_SKIP() << "vm.max_map_count is " << most;
  const TempFolder folder;
  std::ofstream(folder.File("one")) << "1";
  std::vector<PackageBytes> mapped;
  absl::Status status;
  while (status.ok()) {
    absl::StatusOr<PackageBytes> one = PackageBytes::Map(folder.File("one"));
    status = one.status();
    if (one.ok()) mapped.push_back(*std::move(one));
  }
  EXPECT_EQ(mapped.size(), most - 4096);
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_NE(std::string(status.message()).find("/one: not mapped: "), std::string::npos) << status;
  EXPECT_NE(std::string(status.message()).find("vm.max_map_count"), std::string::npos) << status;
  mapped.pop_back();
  EXPECT_TRUE(PackageBytes::Map(folder.File("one")).ok());
}

}  // namespace
}  // namespace waystone
