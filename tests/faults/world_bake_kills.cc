// world_bake_kills WAYSTONE_BAKE: bakes of a world, each killed (SIGKILL) at a random moment after some sources changed.
//
// A kill is lost if a server that starts then finds no whole world: no world file, a package that it does not name, or a
// broken file. The figure is the number of files that the bake after the last kill leaves besides packages, world file
// and record.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

#include "bake/program/world_record.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/store/map_store.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr uint32_t kKills = 40;
constexpr uint32_t kMaps = 6;
constexpr uint32_t kSide = 96;

class KilledBakes {
 public:
  explicit KilledBakes(std::string program) : program_(std::move(program)) {
    std::string world = "world: killed\nmaps:\n";
    for (uint32_t map = 0; map < kMaps; ++map) {
      StrAppend(world, "  - {id: map", map, ", source: map", map, ".map}\n");
      WriteMap(map);
    }
    world += "portals:\n";
    for (uint32_t map = 0; map < kMaps; ++map) {
      StrAppend(world, "  - {id: door", map, ", from: {map: map", map,
                ", trigger: {cells: [0, 0, 0, 0]}}, to: {map: map", (map + 1) % kMaps, ", cell: [1, 0]}}\n");
    }
    WriteFile(folder_.File("world.yaml"), world);
  }

  // Of a whole bake.
  Clock::duration Bake() {
    const Clock::time_point begin = Clock::now();
    const pid_t bake = Start();
    int status = 0;
    ::waitpid(bake, &status, 0);
    WS_CHECK(status == 0);
    return Clock::now() - begin;
  }

  void ChangeSomeMaps() {
    for (uint32_t map = 0; map < kMaps; ++map) {
      if (random_.NextBelow(2) == 0) WriteMap(map);
    }
  }

  void BakeAndKill(Clock::duration longest) {
    const pid_t bake = Start();
    std::this_thread::sleep_for(longest * random_.NextBelow(1000) / 1000);
    ::kill(bake, SIGKILL);
    ::waitpid(bake, nullptr, 0);
  }

  bool IsWhole() const {
    MapStore store;
    const auto refusals = store.LoadFolder(Output());
    if (!refusals.ok() || !refusals->empty()) return false;
    const std::shared_ptr<WorldStore> world = store.World();
    if (world == nullptr || world->world().view().maps().size() != kMaps) return false;
    for (uint32_t map = 0; map < kMaps; ++map) {
      if (!world->Open(WorldMapIndex(map)).ok()) return false;
    }
    return world->MissingCount() == 0;
  }

  std::string WorldFile() const { return ReadFile(Output() + "/" + std::string(kWorldFileName)); }

  uint64_t Leftovers() const {
    uint64_t leftovers = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(Output())) {
      const fs::path name = entry.path().filename();
      if (name.extension() != ".waymap" && name != kWorldFileName && name != kWorldRecordName) ++leftovers;
    }
    return leftovers;
  }

 private:
  std::string Output() const { return folder_.File("out"); }

  void WriteMap(uint32_t map) {
    std::string text = StrCat("type octile\nheight ", kSide, "\nwidth ", kSide, "\nmap\n");
    for (uint32_t row = 0; row < kSide; ++row) {
      for (uint32_t column = 0; column < kSide; ++column) {
        text += row > 0 && random_.NextBelow(4) == 0 ? '@' : '.';
      }
      text += '\n';
    }
    WriteFile(folder_.File(StrCat("map", map, ".map")), text);
  }

  pid_t Start() const {
    const std::string manifest = folder_.File("world.yaml");
    const std::string output = Output();
    const pid_t child = ::fork();
    WS_CHECK(child >= 0);
    if (child != 0) return child;
    WS_CHECK(std::freopen("/dev/null", "w", stdout) != nullptr);
    ::execl(program_.c_str(), program_.c_str(), manifest.c_str(), "-o", output.c_str(), nullptr);
    ::_exit(127);
  }

  const std::string program_;
  TempFolder folder_;
  Random random_{40};
};

int Run(const char* program) {
  KilledBakes bakes(program);
  const Clock::duration longest = bakes.Bake();
  uint64_t lost = 0;
  uint64_t replaced = 0;  // kills after the world was published
  for (uint32_t i = 0; i < kKills; ++i) {
    const std::string before = bakes.WorldFile();
    bakes.ChangeSomeMaps();
    bakes.BakeAndKill(longest);
    if (!bakes.IsWhole()) ++lost;
    if (bakes.WorldFile() != before) ++replaced;
  }
  bakes.Bake();
  const uint64_t leftovers = bakes.Leftovers();
  const bool is_ok = lost == 0 && leftovers == 0 && bakes.IsWhole();
  std::printf(
      "{\"fault\":\"world_bake_kills\",\"tried\":%u,\"lost\":%llu,\"figure\":%llu,\"bar\":0,\"replaced\":%"
      "llu,\"ok\":%s}\n",
      kKills, static_cast<unsigned long long>(lost), static_cast<unsigned long long>(leftovers),
      static_cast<unsigned long long>(replaced), is_ok ? "true" : "false");
  return is_ok ? 0 : 1;
}

}  // namespace
}  // namespace waystone

int main(int argc, char** argv) {
  if (argc != 2 || access(argv[1], X_OK) != 0) {
    std::fprintf(stderr, "usage: world_bake_kills WAYSTONE_BAKE\n");
    return 2;
  }
  return waystone::Run(argv[1]);
}
