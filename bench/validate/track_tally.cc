#include "bench/validate/track_tally.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/bench_lines.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// The bar.
constexpr double kNoisyFrom_hz = 5;  // at lower rates noise is reported only
constexpr double kMostNoisyShare = 1e-5;
constexpr double kLeastFoundWalls = 0.999;
constexpr double kQuarterFasterFound_s = 2;  // speed_1.25
constexpr double kMostMean_us = 6;
constexpr double kMostP99_us = 100;

Json CorrectedRow(const CheatCount::Corrected& count) {
  return {{"samples", count.samples},
          {"gained", count.gained},
          {"corrections", count.corrections},
          {"refused", count.refused},
          {"max_gain_m", count.max_gain_m}};
}

Json NullIfEmpty(const std::vector<double>& values, double rank) {
  return values.empty() ? Json() : Json(Percentile(values, rank));
}

void AddHonest(const TrackTally& tally, std::vector<std::string>& missing) {
  for (const auto& [rate, count] : tally.honest) {
    const auto& [is_noisy, hz] = rate;
    const double most = is_noisy ? kMostNoisyShare * static_cast<double>(count.samples) : 0;
    if (is_noisy && hz < kNoisyFrom_hz) continue;
    if (static_cast<double>(count.false_positives) <= most) continue;
    missing.push_back(StrCat(is_noisy ? "noisy" : "clean", " honest tracks at ", hz,
                             " Hz: ", count.false_positives, " false positives in ", count.samples));
  }
  if (tally.explorations.false_positives > 0) missing.push_back("explorations are called illegal");
}

double LeastFound(const std::string& kind) {
  return kind == "wall" || kind == "creep" ? kLeastFoundWalls : 1;
}

void AddCheats(const TrackTally& tally, std::vector<std::string>& missing) {
  const std::vector<double>& found_s = tally.quarter_faster_s;
  if (!found_s.empty() && Percentile(found_s, 1) > kQuarterFasterFound_s + 1e-6) {
    missing.push_back(StrCat("speed_1.25: found only after ", Percentile(found_s, 1), " s"));
  }
  for (const auto& [kind, count] : tally.cheats) {
    if (static_cast<double>(count.detected) < LeastFound(kind) * static_cast<double>(count.tried)) {
      missing.push_back(StrCat(kind, ": found ", count.detected, " of ", count.tried));
    }
    const uint64_t gained = count.furthest.gained + count.slide.gained;
    if (gained > 0)
      missing.push_back(StrCat(kind, ": corrected cheaters gain ground at ", gained, " samples"));
    const uint64_t refused = count.furthest.refused + count.slide.refused;
    if (refused > 0) missing.push_back(StrCat(kind, ": ", refused, " corrections are illegal themselves"));
  }
}

}  // namespace

Json HonestRow(const TrackTally::Rate& rate, const HonestCount& count) {
  const double samples = static_cast<double>(count.samples);
  return {
      {"honest", true},
      {"hz", rate.second},
      {"noise", rate.first ? "noisy" : "none"},
      {"samples", count.samples},
      {"false_positives", count.false_positives},
      {"per_million", count.samples == 0 ? 0 : 1e6 * static_cast<double>(count.false_positives) / samples}};
}

Json CheatRow(const std::string& kind, const CheatCount& count) {
  return {{"cheat", kind},
          {"tried", count.tried},
          {"detected", count.detected},
          {"max_gain_m", std::max(count.furthest.max_gain_m, count.slide.max_gain_m)},
          {"found_after_samples",
           {{"median", NullIfEmpty(count.samples, 0.5)}, {"max", NullIfEmpty(count.samples, 1)}}},
          {"found_after_s",
           {{"median", NullIfEmpty(count.seconds, 0.5)}, {"max", NullIfEmpty(count.seconds, 1)}}},
          {"furthest", CorrectedRow(count.furthest)},
          {"slide", CorrectedRow(count.slide)}};
}

std::vector<std::string> ShortOf(const TrackTally& tally) {
  std::vector<std::string> missing;
  AddHonest(tally, missing);
  AddCheats(tally, missing);
  const double mean_us =
      tally.legal_samples == 0 ? 0 : tally.legal_us / static_cast<double>(tally.legal_samples);
  if (mean_us > kMostMean_us) missing.push_back(StrCat("a legal sample costs ", mean_us, " us"));
  if (!tally.step_us.empty() && Percentile(tally.step_us, 0.99) > kMostP99_us) {
    missing.push_back(StrCat("one legal step in a hundred costs ", Percentile(tally.step_us, 0.99), " us"));
  }
  if (tally.oracle.wrongly_legal + tally.oracle.wrongly_illegal > 0) {
    missing.push_back(StrCat("the exact search contradicts ", tally.oracle.wrongly_legal, " legal and ",
                             tally.oracle.wrongly_illegal, " illegal steps"));
  }
  return missing;
}

}  // namespace waystone
