// What the track suite counts, summed up over scenes, and the bar.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench/validate/cheat_runs.h"

namespace waystone {

inline constexpr std::array<double, 6> kTrackRates_hz = {1, 2, 5, 10, 20, 60};

// Honest samples judged.
struct HonestCount {
  uint64_t samples = 0;
  uint64_t false_positives = 0;
  void Add(const HonestCount& other) {
    samples += other.samples;
    false_positives += other.false_positives;
  }
};

// Cheats of one kind.
struct CheatCount {
  uint64_t tried = 0;
  uint64_t detected = 0;
  std::vector<double> samples;  // until found
  std::vector<double> seconds;
  // Corrected runs: to the furthest place, and by sliding.
  struct Corrected {
    uint64_t samples = 0;
    uint64_t gained = 0;
    uint64_t corrections = 0;
    uint64_t refused = 0;
    double max_gain_m = 0;
  };
  Corrected furthest;
  Corrected slide;
};

// Steps judged beside the exact search.
struct OracleCount {
  uint64_t steps = 0;
  uint64_t undecided = 0;  // in the air at the end; not among `steps`
  uint64_t legal = 0;
  uint64_t wrongly_legal = 0;
  uint64_t wrongly_illegal = 0;
};

// Sums of one run. Rows are JSON objects as docs/benchmarks.md lists them.
struct TrackTally {
  using Rate = std::pair<bool, double>;  // noisy, hz
  std::map<Rate, HonestCount> honest;
  HonestCount explorations;
  std::map<std::string, CheatCount> cheats;
  std::map<std::pair<std::string, double>, CheatCount> cheats_by_rate;
  std::vector<double> quarter_faster_s;  // until speed_1.25 was found, but on graphs of waypoints
  OracleCount oracle;
  double legal_us = 0;  // of all of them
  uint64_t legal_samples = 0;
  std::vector<double> step_us;  // of single steps with MoveQuery::resumed
};

nlohmann::ordered_json HonestRow(const TrackTally::Rate& rate, const HonestCount& count);
nlohmann::ordered_json CheatRow(const std::string& kind, const CheatCount& count);

// What the tally is short of; empty: of nothing.
std::vector<std::string> ShortOf(const TrackTally& tally);

}  // namespace waystone
