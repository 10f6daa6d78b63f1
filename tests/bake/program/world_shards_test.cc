// A world that several bakes share, as real processes at once, and the join of what they made.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bake/program/staged_packages.h"
#include "bake/program/world_job.h"
#include "bake/program/world_shard.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/store/map_store.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr uint32_t kMaps = 7;
constexpr uint32_t kShards = 3;

using Files = std::map<std::string, std::string>;

// A ring of maps of different sizes, and what is baked of it.
class WorldShards : public testing::Test {
 protected:
  WorldShards() {
    std::string world = "world: ring\nconfig: all.yaml\nmaps:\n";
    for (uint32_t map = 0; map < kMaps; ++map) {
      StrAppend(world, "  - {id: map", map, ", source: map", map, ".map}\n");
      WriteMap(map, 24 + 8 * map);
    }
    world += "portals:\n";
    for (uint32_t map = 0; map < kMaps; ++map) {
      StrAppend(world, "  - {id: door", map, ", from: {map: map", map,
                ", trigger: {cells: [0, 0, 0, 0]}}, to: {map: map", (map + 1) % kMaps, ", cell: [1, 0]}}\n");
    }
    WriteFile(Source("world.yaml"), world);
    WriteFile(Source("all.yaml"), "skeleton: false\n");
    EXPECT_EQ(Bake("alone", {}).exit_code, 0);
    alone_ = FilesOf("alone");
  }

  void WriteMap(uint32_t map, uint32_t side) {
    std::string text = StrCat("type octile\nheight ", side, "\nwidth ", side, "\nmap\n");
    for (uint32_t row = 0; row < side; ++row) {
      for (uint32_t column = 0; column < side; ++column)
        text += row > 0 && random_.NextBelow(4) == 0 ? '@' : '.';
      text += '\n';
    }
    WriteFile(Source(StrCat("map", map, ".map")), text);
  }

  std::string Source(const std::string& name) const { return folder_.File(name); }
  std::vector<std::string> Command(const std::string& output, const std::vector<std::string>& flags) const {
    std::vector<std::string> command = {WAYSTONE_BAKE, Source("world.yaml"), "-o", Source(output)};
    command.insert(command.end(), flags.begin(), flags.end());
    return command;
  }
  ProgramRun Bake(const std::string& output, const std::vector<std::string>& flags) const {
    return RunProgram(Command(output, flags));
  }
  ProgramRun BakeShard(const std::string& output, uint32_t shard) const {
    return Bake(output, {"--shard", StrCat(shard, "/", kShards)});
  }
  ProgramRun Join(const std::string& output) const { return Bake(output, {"--join"}); }

  pid_t Start(const std::string& output, uint32_t shard) const {
    const std::vector<std::string> command =
        Command(output, {"--threads", "1", "--shard", StrCat(shard, "/", kShards)});
    std::vector<char*> arguments;
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (std::freopen("/dev/null", "w", stdout) == nullptr ||
        std::freopen("/dev/null", "w", stderr) == nullptr)
      ::_exit(126);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  // Its exit code; -1 if it was killed.
  static int WaitFor(pid_t bake) {
    int status = 0;
    ::waitpid(bake, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // All files by name, the record too.
  Files FilesOf(const std::string& output) const {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(Source(output))) {
      if (!entry.is_regular_file()) continue;
      files[fs::relative(entry.path(), Source(output)).string()] = ReadFile(entry.path().string());
    }
    return files;
  }
  uint32_t MissingMaps(const std::string& output) const {
    MapStore store;
    const auto refusals = store.LoadFolder(Source(output));
    EXPECT_TRUE(refusals.ok() && refusals->empty());
    return store.World() == nullptr ? kMaps : store.World()->MissingCount();
  }

  TempFolder folder_;
  Random random_{7};
  Files alone_;
};

TEST_F(WorldShards, ProcessesAtOnceAndAJoinMakeTheBytesOfOneBake) {
  std::vector<pid_t> bakes;
  for (uint32_t shard = 0; shard < kShards; ++shard) bakes.push_back(Start("out", shard));
  for (const pid_t bake : bakes) EXPECT_EQ(WaitFor(bake), 0);
  EXPECT_FALSE(fs::exists(Source("out/world.wayworld")));
  const ProgramRun join = Join("out");
  EXPECT_EQ(join.exit_code, 0) << join.err;
  EXPECT_THAT(join.err, IsEmpty());
  EXPECT_THAT(join.out, HasSubstr("ring: 7 maps: 0 baked, 7 unchanged, 0 failed"));
  EXPECT_EQ(FilesOf("out"), alone_);
}

// On machines without a folder in common.
TEST_F(WorldShards, FoldersThatAreCopiedTogetherAreJoined) {
  for (uint32_t shard = 0; shard < kShards; ++shard) {
    const std::string own = StrCat("machine", shard);
    EXPECT_EQ(BakeShard(own, shard).exit_code, 0);
    fs::copy(Source(own), Source("out"), fs::copy_options::recursive);
  }
  const ProgramRun join = Join("out");
  EXPECT_EQ(join.exit_code, 0) << join.err;
  EXPECT_EQ(FilesOf("out"), alone_);
}

TEST_F(WorldShards, ABakeOfTheWholeWorldTakesWhatShardsHaveBaked) {
  ASSERT_EQ(BakeShard("out", 1).exit_code, 0);
  const ProgramRun run = Bake("out", {});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, Not(HasSubstr("7 baked")));
  EXPECT_EQ(FilesOf("out"), alone_);
}

TEST_F(WorldShards, AJoinNamesEachMapThatIsMissingOrAnotherOne) {
  ASSERT_EQ(BakeShard("out", 0).exit_code, 0);
  ASSERT_EQ(BakeShard("out", 1).exit_code, 0);
  ProgramRun join = Join("out");
  EXPECT_EQ(join.exit_code, 1);
  EXPECT_THAT(join.err, AllOf(HasSubstr("waystone-bake: map \"map4\": it was not baked\n"),
                              HasSubstr(" of 7 maps are missing or other ones: no world was written")));
  EXPECT_FALSE(fs::exists(Source("out/world.wayworld")));

  ASSERT_EQ(BakeShard("out", 2).exit_code, 0);
  WriteMap(2, 40);
  join = Join("out");
  EXPECT_EQ(join.exit_code, 1);
  EXPECT_THAT(join.err, HasSubstr("waystone-bake: map \"map2\": its source has changed since it was baked\n"
                                  "waystone-bake: 1 of 7 maps"));
  for (uint32_t shard = 0; shard < kShards; ++shard) ASSERT_EQ(BakeShard("out", shard).exit_code, 0);
  ASSERT_EQ(Join("out").exit_code, 0);

  WriteFile(Source("all.yaml"), "skeleton: true\n");
  const Files before = FilesOf("out");
  join = Join("out");
  EXPECT_EQ(join.exit_code, 1);
  EXPECT_THAT(join.err, HasSubstr("map \"map0\": it was baked with other settings, or by another version"));
  EXPECT_EQ(FilesOf("out"), before);
}

TEST_F(WorldShards, AJoinFindsADamagedPackage) {
  for (uint32_t shard = 0; shard < kShards; ++shard) ASSERT_EQ(BakeShard("out", shard).exit_code, 0);
  std::string path;
  for (const auto& entry : fs::recursive_directory_iterator(Source("out"))) {
    if (entry.path().filename() == "map3.waymap") path = entry.path().string();
  }
  std::string bytes = ReadFile(path);
  bytes[bytes.size() - 1] ^= 1;
  WriteFile(path, bytes);
  const ProgramRun join = Join("out");
  EXPECT_EQ(join.exit_code, 1);
  EXPECT_THAT(join.err, HasSubstr("map \"map3\": the package that was baked is damaged"));
}

// Killed at random moments, started again, and beside each other.
TEST_F(WorldShards, KilledShardsAreStartedAgain) {
  for (int round = 0; round < 6; ++round) {
    std::vector<pid_t> bakes;
    for (uint32_t shard = 0; shard < kShards; ++shard) bakes.push_back(Start("out", shard));
    std::this_thread::sleep_for(std::chrono::milliseconds(random_.NextBelow(60)));
    for (const pid_t bake : bakes) ::kill(bake, SIGKILL);
    for (const pid_t bake : bakes) WaitFor(bake);
  }
  EXPECT_FALSE(fs::exists(Source("out/world.wayworld")));
  for (uint32_t shard = 0; shard < kShards; ++shard) EXPECT_EQ(BakeShard("out", shard).exit_code, 0);
  EXPECT_EQ(Join("out").exit_code, 0);
  EXPECT_EQ(FilesOf("out"), alone_);
}

// What is served stays whole while shards of the next world are baked, killed and joined in its folder.
TEST_F(WorldShards, TheServedWorldIsWholeMeanwhile) {
  fs::copy(Source("alone"), Source("out"));
  for (uint32_t map = 0; map < kMaps; ++map) WriteMap(map, 30 + 8 * map);
  fs::remove_all(Source("alone"));
  ASSERT_EQ(Bake("alone", {}).exit_code, 0);
  for (uint32_t shard = 0; shard < kShards; ++shard) {
    const pid_t killed = Start("out", shard);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(killed, SIGKILL);
    WaitFor(killed);
    EXPECT_EQ(MissingMaps("out"), 0U);
    EXPECT_EQ(BakeShard("out", shard).exit_code, 0);
    EXPECT_EQ(MissingMaps("out"), 0U);
  }
  const std::string before = ReadFile(Source("out/world.wayworld"));
  EXPECT_EQ(before, alone_["world.wayworld"]);
  EXPECT_EQ(Join("out").exit_code, 0);
  EXPECT_EQ(MissingMaps("out"), 0U);
  EXPECT_EQ(FilesOf("out"), FilesOf("alone"));
}

TEST_F(WorldShards, AKilledJoinIsRunAgain) {
  for (uint32_t shard = 0; shard < kShards; ++shard) ASSERT_EQ(BakeShard("out", shard).exit_code, 0);
  fs::copy(Source("out"), Source("baked"), fs::copy_options::recursive);
  for (const std::string unit : {"maps' portals", "files published"}) {
    for (uint64_t step = 0; step <= kMaps; ++step) {
      fs::remove_all(Source("out"));
      fs::copy(Source("baked"), Source("out"), fs::copy_options::recursive);
      WorldBakeJob job;
      job.manifest_path = Source("world.yaml");
      job.output_folder = Source("out");
      job.join = true;
      job.progress = [&](std::string_view at, uint64_t done, uint64_t) {
        if (at == unit && done == step) ::_exit(9);
      };
      if (unit == "files published" || step > 0) {
        EXPECT_EXIT(RunWorldBake(job), testing::ExitedWithCode(9), "");
      }
      EXPECT_EQ(Join("out").exit_code, 0);
      EXPECT_EQ(FilesOf("out"), alone_) << unit << step;
    }
  }
}

TEST_F(WorldShards, AShardThatIsAtWorkIsNotStartedTwice) {
  fs::create_directory(Source("out"));
  const auto other = StagedPackages::OpenShard(Source("out"), {1, kShards});
  ASSERT_TRUE(other.ok()) << other.status();
  const ProgramRun run = BakeShard("out", 1);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("out: another bake of shard 1 of 3 into this folder is at work"));
  EXPECT_EQ(BakeShard("out", 0).exit_code, 0);
}

// More shards than maps: the last ones have nothing to do.
TEST_F(WorldShards, AShardMayHaveNoMap) {
  const ProgramRun run = Bake("out", {"--shard", "9/10", "--report", Source("report.json")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("ring, shard 9 of 10: 0 maps: 0 baked"));
  EXPECT_THAT(ReadFile(Source("report.json")), HasSubstr("\"shard\": \"9 of 10\""));
}

TEST_F(WorldShards, AMapThatCannotBeBakedIsNamedByItsShardAndByTheJoin) {
  WriteFile(Source("map6.map"), "type octile\nheight 1\nwidth 2\nmap\n.\n");
  uint32_t failed = 0;
  for (uint32_t shard = 0; shard < kShards; ++shard) {
    const ProgramRun run = BakeShard("out", shard);
    if (run.exit_code == 0) continue;
    ++failed;
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, AllOf(HasSubstr("map \"map6\": "), HasSubstr("could not be baked")));
  }
  EXPECT_EQ(failed, 1U);
  const ProgramRun join = Join("out");
  EXPECT_EQ(join.exit_code, 1);
  EXPECT_THAT(join.err, HasSubstr("map \"map6\": it was not baked\nwaystone-bake: 1 of 7 maps are missing"));
}

// Of a map that was baked by itself into the world's folder.
TEST_F(WorldShards, AMapBakedByItselfIsJoined) {
  fs::copy(Source("alone"), Source("out"));
  WriteMap(2, 40);
  const std::vector<std::string> by_itself = {WAYSTONE_BAKE,   Source("map2.map"), "-o", Source("out"),
                                              "--no-skeleton", "--cell-size",      "2"};
  ASSERT_EQ(RunProgram(by_itself).exit_code, 0);
  const std::string package = ReadFile(Source("out/map2.waymap"));
  EXPECT_EQ(MissingMaps("out"), 1U);
  const ProgramRun strict = Bake("out", {"--join", "--strict"});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.err, HasSubstr("map \"map2\": 1 warnings and --strict"));
  EXPECT_EQ(MissingMaps("out"), 1U);
  const ProgramRun join = Bake("out", {"--join", "--report", Source("report.json")});
  EXPECT_EQ(join.exit_code, 0) << join.err;
  EXPECT_THAT(join.err,
              HasSubstr("warning: map \"map2\": its package was baked outside of the world, and may "
                        "have other settings than the world's"));
  EXPECT_THAT(ReadFile(Source("report.json")), HasSubstr("\"maps_taken_over\": 6,"));
  EXPECT_EQ(MissingMaps("out"), 0U);
  EXPECT_EQ(ReadFile(Source("out/map2.waymap")), package);
  EXPECT_EQ(Join("out").exit_code, 0) << "once more";
  // The world's settings count again as soon as it is baked.
  ASSERT_EQ(Bake("out", {}).exit_code, 0);
  fs::remove_all(Source("alone"));
  ASSERT_EQ(Bake("alone", {}).exit_code, 0);
  EXPECT_EQ(FilesOf("out"), FilesOf("alone"));
}

TEST_F(WorldShards, AMapBakedByItselfFromAnotherSourceIsRefusedByName) {
  fs::copy(Source("alone"), Source("out"));
  const Files before = FilesOf("out");
  const auto refused = [&](const std::string& why) {
    const ProgramRun join = Join("out");
    EXPECT_EQ(join.exit_code, 1);
    EXPECT_THAT(join.err, HasSubstr("map \"map2\": its package was baked outside of the world, " + why));
    EXPECT_EQ(ReadFile(Source("out/world.wayworld")), before.at("world.wayworld"));
  };
  WriteMap(2, 40);
  ASSERT_EQ(RunProgram({WAYSTONE_BAKE, Source("map2.map"), "-o", Source("out")}).exit_code, 0);
  WriteMap(2, 44);
  refused("from map2.map, which is not what " + Source("map2.map") + " is now");
  WriteFile(Source("out/map2.waymap"), before.at("map3.waymap"));
  refused("as map \"map3\"");
  fs::remove(Source("out/map2.waymap"));
  const ProgramRun join = Join("out");
  EXPECT_EQ(join.exit_code, 1);
  EXPECT_THAT(join.err, HasSubstr("map \"map2\": the package that was baked is not there\n"));
}

TEST_F(WorldShards, WrongFlagsAreBadUsage) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--shard", "3/2"}, "--shard \"3/2\": the shards of 2 are 0 to 1"},
      {{"--shard", "2/2"}, "--shard \"2/2\": the shards of 2 are 0 to 1"},
      {{"--shard", "0/0"}, "--shard \"0/0\": the number of shards must be 1 to "},
      {{"--shard", "1"}, "--shard \"1\" is not I/N"},
      {{"--shard", "-1/2"}, "--shard \"-1/2\" is not I/N"},
      {{"--shard", "1/2/3"}, "--shard \"1/2/3\" is not I/N"},
      {{"--shard", "0/2", "--join"}, "--shard and --join: bake each shard first"}};
  for (const auto& [flags, message] : cases) {
    const ProgramRun run = Bake("out", flags);
    EXPECT_EQ(run.exit_code, 2) << flags[1];
    EXPECT_THAT(run.err, HasSubstr(message));
  }
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"--shard", "0/2"}, {"--join"}}) {
    std::vector<std::string> command = {WAYSTONE_BAKE, Source("map0.map"), "-o", Source("out")};
    command.insert(command.end(), flags.begin(), flags.end());
    const ProgramRun run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(flags[0] + " is for a world (.yaml), and "));
  }
  EXPECT_FALSE(fs::exists(Source("out")));
}

TEST(MapsOfShard, SharesAreBalancedAndCoverAllMapsOnce) {
  const std::vector<uint64_t> sizes = {5'000'000, 1'000'000, 1'000'000, 2'000'000, 1'000'000, 0, 0, 0};
  EXPECT_THAT(MapsOfShard(sizes, {0, 2}), ElementsAre(0, 5, 6, 7));
  EXPECT_THAT(MapsOfShard(sizes, {1, 2}), ElementsAre(1, 2, 3, 4));
  for (uint32_t count = 1; count < 12; ++count) {
    std::vector<int> seen(sizes.size());
    for (uint32_t shard = 0; shard < count; ++shard) {
      for (const size_t map : MapsOfShard(sizes, {shard, count})) ++seen[map];
    }
    EXPECT_EQ(seen, std::vector<int>(sizes.size(), 1));
  }
}

}  // namespace
}  // namespace waystone
