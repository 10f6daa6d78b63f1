#include "tests/answers/runner.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "tests/answers/answer_kind.h"

namespace waystone::answers {
namespace {

constexpr size_t kMapsOfFamily = 40;

using ByFamily = std::map<std::string, std::vector<const ListedMap*>>;

// All of a family, or kMapsOfFamily of them.
ByFamily DrawMaps(const std::vector<ListedMap>& maps, uint64_t seed) {
  ByFamily families;
  for (const ListedMap& map : maps) families[map.family].push_back(&map);
  Random random(seed);
  for (auto& [family, members] : families) {
    for (size_t i = 0; i < std::min(members.size(), kMapsOfFamily); ++i) {
      std::swap(members[i], members[i + random.NextBelow(static_cast<uint32_t>(members.size() - i))]);
    }
    members.resize(std::min(members.size(), kMapsOfFamily));
  }
  return families;
}

// Seeds differ by map and kind, so that no question depends on what else is asked. (FNV-1a.)
uint64_t SeedOf(uint64_t seed, const std::string& name) {
  uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3ULL;
  return hash;
}

class Run {
 public:
  Run(const client::WaystoneClient& client, const RunOptions& options, Tally& tally)
      : client_(client), options_(options), tally_(tally) {}

  void AskAll(const ByFamily& families) {
    CountMaps(families);
    std::vector<const ListedMap*> queue;
    for (const auto& [family, members] : families) queue.insert(queue.end(), members.begin(), members.end());
    std::atomic<size_t> next{0};
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < options_.threads; ++i) {
      threads.emplace_back([&] {
        for (size_t at = next++; at < queue.size(); at = next++) AskMap(*queue[at]);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

 private:
  // How many maps and families share the questions of each kind. A map that was not baked is a wrong answer.
  void CountMaps(const ByFamily& families) {
    for (const auto& [family, members] : families) {
      for (const ListedMap* listed : members) {
        const absl::StatusOr<CheckedMap> map = OpenCheckedMap(*listed, options_.packages);
        tally_.AddAsked("bake", 1);
        if (!map.ok()) {
          tally_.AddWrong("bake", StrCat("waystone-bake ", listed->source),
                          std::string(map.status().message()));
          continue;
        }
        for (const AnswerKind& kind : AnswerKinds()) {
          if (kind.asks_about(*map)) ++maps_of_[kind.name][family];
        }
      }
    }
    for (const AnswerKind& kind : AnswerKinds()) {
      if (!maps_of_[kind.name].empty()) weights_ += kind.weight;
    }
  }

  uint64_t ShareOf(const AnswerKind& kind, const std::string& family) const {
    const std::map<std::string, size_t>& members = maps_of_.at(kind.name);
    const double share = kind.weight / weights_ / static_cast<double>(members.size() * members.at(family));
    return static_cast<uint64_t>(share * static_cast<double>(options_.questions)) + 1;
  }

  void AskMap(const ListedMap& listed) {
    const absl::StatusOr<CheckedMap> map = OpenCheckedMap(listed, options_.packages);
    if (!map.ok()) return;  // CountMaps has said so
    for (const AnswerKind& kind : AnswerKinds()) {
      if (!kind.asks_about(*map)) continue;
      Random random(SeedOf(options_.seed, StrCat(listed.map_id, "/", kind.name)));
      const Asker asker(client_, tally_, kind.name, listed.map_id);
      kind.ask({*map, asker, random, ShareOf(kind, listed.family)});
    }
  }

  const client::WaystoneClient& client_;
  const RunOptions& options_;
  Tally& tally_;
  std::map<std::string, std::map<std::string, size_t>> maps_of_;  // by kind and family
  double weights_ = 0;
};

}  // namespace

void AskAll(const std::vector<ListedMap>& maps, const client::WaystoneClient& client,
            const RunOptions& options, Tally& tally) {
  Run(client, options, tally).AskAll(DrawMaps(maps, options.seed));
}

}  // namespace waystone::answers
