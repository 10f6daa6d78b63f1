// package_mutants: four packages and a world file, damaged in every way, given to what loads them.
//
// A mutant is lost if it is accepted though its bytes differ, or ends the process. Of resealed ones, whose checksums are
// right, only the latter counts: what is wrong with them may be a number that could as well be so. These are used, too:
// routes, places and moves are asked of them. The figure is the number of refusals that do not tell an offset.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/store/loaded_map.h"
#include "core/store/loaded_world.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/world_exercise.h"
#include "tests/support/map_exercise.h"
#include "tests/support/package_surgery.h"
#include "tests/support/seed_packages.h"

namespace waystone {
namespace {

constexpr uint32_t kMutants = 100'000;
constexpr uint64_t kBatch = 2'000;  // tries in one process, which may end early

// What indices, counts, costs and coordinates must not be; halves of doubles among them.
constexpr uint32_t kExtremeWords[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000,
                                      0x7f800000, 0x7f7fffff, 0x7ff80000, 0x7ff00000, 0xbff00000, 0x47000000};

struct Counts {
  uint64_t tried = 0;
  uint64_t lost = 0;
  uint64_t without_offset = 0;
  uint64_t accepted = 0;  // resealed ones
};

struct Seed {
  std::string name;
  PackageFile file;
  const DrawnWorld* world = nullptr;  // of a world file; null: a map's package
};

bool HasOffset(const absl::Status& status) {
  return status.message().find(" offset") != std::string_view::npos;
}

absl::Status LoadWorld(const Seed& seed, const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, seed.name);
  return reader.ok() ? LoadedWorld::FromPackage(*std::move(reader)).status() : reader.status();
}

absl::StatusOr<std::shared_ptr<const LoadedMap>> LoadMap(const Seed& seed, const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, seed.name);
  return reader.ok() ? LoadedMap::FromPackage(*std::move(reader)) : reader.status();
}

void Note(const absl::Status& status, uint64_t& accepted, Counts& counts) {
  if (status.ok()) {
    ++accepted;
  } else if (!HasOffset(status)) {
    ++counts.without_offset;
    std::fprintf(stderr, "no offset: %s\n", std::string(status.message()).c_str());
  }
}

void Damage(const Seed& seed, const PackageFile& mutant, Counts& counts) {
  if (mutant == seed.file) return;
  ++counts.tried;
  Note(seed.world != nullptr ? LoadWorld(seed, mutant) : LoadMap(seed, mutant).status(), counts.lost, counts);
}

void UseResealed(const Seed& seed, PackageFile mutant, uint64_t number, Counts& counts) {
  Reseal(mutant);
  if (mutant == seed.file) return;
  ++counts.tried;
  if (seed.world != nullptr) {
    Note(LoadWorld(seed, mutant), counts.accepted, counts);
    ExerciseWorld(*seed.world, mutant, number);
    return;
  }
  const auto map = LoadMap(seed, mutant);
  Note(map.status(), counts.accepted, counts);
  if (map.ok()) ExerciseMap(**map, number);
}

// One to six pieces of up to 64 bytes: noise, or a copy of another piece.
PackageFile Mutate(const PackageFile& original, Random& random) {
  PackageFile file = original;
  const auto size = static_cast<uint32_t>(file.size());
  for (uint32_t pieces = 1 + random.NextBelow(6); pieces > 0; --pieces) {
    const uint32_t at = random.NextBelow(size);
    const uint32_t from = random.NextBelow(size);
    const uint32_t length = std::min({2 + random.NextBelow(63), size - at, size - from});
    if (random.NextBelow(2) == 0) {
      std::memmove(file.data() + at, file.data() + from, length);
    } else {
      std::generate_n(file.begin() + at, length, [&] { return static_cast<std::byte>(random.NextU64()); });
    }
  }
  return file;
}

// Tries `count` times in processes of their own: one that dies has lost a try, and the next one goes on behind it.
Counts InProcesses(uint64_t count, const std::function<void(uint64_t number, Counts& counts)>& attempt) {
  Counts all;
  for (uint64_t begin = 0; begin < count; begin += kBatch) {
    int ends[2];
    WS_CHECK(::pipe(ends) == 0);
    const pid_t child = ::fork();
    WS_CHECK(child >= 0);
    if (child == 0) {
      Counts counts;
      for (uint64_t i = begin; i < std::min(begin + kBatch, count); ++i) attempt(i, counts);
      const bool is_told = ::write(ends[1], &counts, sizeof(counts)) == sizeof(counts);
      ::_exit(is_told ? 0 : 1);
    }
    ::close(ends[1]);
    Counts counts;
    const bool is_told = ::read(ends[0], &counts, sizeof(counts)) == sizeof(counts);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!is_told || status != 0) {
      counts = {.lost = 1};
      std::fprintf(stderr, "a process died in the tries from %llu on\n",
                   static_cast<unsigned long long>(begin));
    }
    all.tried += counts.tried;
    all.lost += counts.lost;
    all.without_offset += counts.without_offset;
    all.accepted += counts.accepted;
  }
  return all;
}

bool Print(const char* fault, const Counts& counts) {
  const bool is_ok = counts.tried > 0 && counts.lost == 0 && counts.without_offset == 0;
  std::printf(
      "{\"fault\":\"%s\",\"tried\":%llu,\"lost\":%llu,\"figure\":%llu,\"bar\":0,\"accepted\":%llu,\"ok\":%s}"
      "\n",
      fault, static_cast<unsigned long long>(counts.tried), static_cast<unsigned long long>(counts.lost),
      static_cast<unsigned long long>(counts.without_offset),
      static_cast<unsigned long long>(counts.accepted), is_ok ? "true" : "false");
  std::fflush(stdout);
  return is_ok;
}

// Calls `attempt` with each seed and each number below `count(seed)`.
Counts OfEach(const std::vector<Seed>& seeds, const std::function<uint64_t(const Seed&)>& count,
              const std::function<void(const Seed&, uint64_t, Counts&)>& attempt) {
  uint64_t all = 0;
  for (const Seed& seed : seeds) all += count(seed);
  return InProcesses(all, [&](uint64_t number, Counts& counts) {
    for (const Seed& seed : seeds) {
      if (number < count(seed)) return attempt(seed, number, counts);
      number -= count(seed);
    }
  });
}

bool Run() {
  const DrawnWorld drawn(ExerciseDrawing());
  std::vector<Seed> seeds;
  for (const char* const name :
       {"two-agents.waymap", "grid-clusters.waymap", "skeleton.waymap", "gaps.waymap"}) {
    seeds.push_back({name, SeedPackages().at(name)});
  }
  seeds.push_back({"drawn.wayworld", drawn.built().bytes, &drawn});
  const auto any_seed = [&seeds](Random& random) -> const Seed& {
    return seeds[random.NextBelow(static_cast<uint32_t>(seeds.size()))];
  };
  bool is_ok = true;
  const auto size = [](const Seed& seed) { return uint64_t{seed.file.size()}; };
  is_ok &=
      Print("package_truncations", OfEach(seeds, size, [](const Seed& seed, uint64_t length, Counts& counts) {
              Damage(seed, PackageFile(seed.file.begin(), seed.file.begin() + static_cast<ptrdiff_t>(length)),
                     counts);
            }));
  const auto bits = [](const Seed& seed) { return uint64_t{seed.file.size()} * 8; };
  is_ok &= Print("package_bit_flips", OfEach(seeds, bits, [](const Seed& seed, uint64_t bit, Counts& counts) {
                   PackageFile mutant = seed.file;
                   mutant[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
                   Damage(seed, mutant, counts);
                 }));
  is_ok &= Print("package_mutants", InProcesses(kMutants, [&](uint64_t number, Counts& counts) {
                   Random random(number);
                   const Seed& seed = any_seed(random);
                   Damage(seed, Mutate(seed.file, random), counts);
                 }));
  is_ok &= Print("package_resealed_mutants", InProcesses(kMutants, [&](uint64_t number, Counts& counts) {
                   Random random(number);
                   const Seed& seed = any_seed(random);
                   UseResealed(seed, Mutate(seed.file, random), number, counts);
                 }));
  const auto words = [](const Seed& seed) { return seed.file.size() / 4 * std::size(kExtremeWords); };
  is_ok &= Print("package_resealed_words",
                 OfEach(seeds, words, [](const Seed& seed, uint64_t number, Counts& counts) {
                   PackageFile mutant = seed.file;
                   const uint32_t word = kExtremeWords[number % std::size(kExtremeWords)];
                   std::memcpy(mutant.data() + number / std::size(kExtremeWords) * 4, &word, sizeof(word));
                   UseResealed(seed, mutant, number, counts);
                 }));
  return is_ok;
}

}  // namespace
}  // namespace waystone

int main(int argc, char** /*argv*/) {
  if (argc > 1) {
    std::fprintf(stderr, "usage: package_mutants\n");
    return 2;
  }
  return waystone::Run() ? 0 : 1;
}
