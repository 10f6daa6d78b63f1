// A track that is judged in pieces, each with the state after the one before, is judged as in one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

struct RandomTrack {
  std::vector<Vec3> samples;
  std::vector<double> times_s;
  std::vector<double> received_s;
  std::vector<MoveState> states;
  std::vector<MoveGrant> grants;
  double credit_s = 1;

  MoveQuery Query(size_t from, size_t count) const {
    const auto part = [&](const auto& all) {
      return all.empty() ? std::span(all) : std::span(all).subspan(from, count);
    };
    MoveQuery query;
    query.samples = part(samples);
    query.times_s = part(times_s);
    query.received_s = part(received_s);
    query.states = part(states);
    query.allowances.grants = grants;
    query.allowances.max_speed_mps = times_s.empty() ? 0 : 5;
    query.allowances.credit_s = credit_s;
    query.snap.radius_m = 0.5;
    query.corrections = kAllCorrections;
    return query;
  }
};

// Mostly sound steps, with hops, lags, jitter, and here and there something that no agent does.
RandomTrack DrawTrack(const DrawnMap& map, Random& random) {
  RandomTrack track;
  const bool is_timed = random.NextBelow(4) != 0;
  const bool has_received = is_timed && random.NextBelow(2) == 0;
  const bool has_states = random.NextBelow(3) == 0;
  Vec3 at = RandomPoint(map.mesh(), random).point;
  double time_s = 50;
  double angle = random.NextInRange(0, 6.3);
  const uint32_t wildness = 30 + random.NextBelow(400);
  track.credit_s = wildness % 2 == 0 ? 0.1 : 1;
  const int count = 20 + static_cast<int>(random.NextBelow(40));
  for (int i = 0; i < count; ++i) {
    const bool is_last = i >= count - 2 && wildness % 2 == 0;  // what it owes, it cannot pay back
    const bool is_wild = is_last || random.NextBelow(wildness) == 0;
    const double passed_s = random.NextBelow(20) == 0 ? 1.5 : random.NextInRange(0, 0.2);
    const double step_m = is_last   ? 1.15
                          : is_wild ? 3
                                    : passed_s * random.NextInRange(wildness % 3 == 0 ? 4.7 : 0, 6.2);
    angle += random.NextInRange(-0.7, 0.7);
    at = at + Vec3(step_m * std::cos(angle), 0, step_m * std::sin(angle));
    at.x = std::clamp(at.x, 0.0, 10.0);
    at.z = std::clamp(at.z, 0.0, 10.0);
    at.y = random.NextBelow(4) == 0 ? random.NextInRange(0, 1.3) : 0;
    time_s += passed_s;
    track.samples.push_back(map.Abs(at.x, at.y, at.z));
    if (is_timed) track.times_s.push_back(time_s + random.NextInRange(0, 0.05));
    if (has_received) track.received_s.push_back(time_s - 40 + random.NextInRange(0, 0.3));
    if (has_states) {
      constexpr MoveState kStates[] = {MoveState::kUnmarked, MoveState::kUnmarked, MoveState::kUnmarked,
                                       MoveState::kAirborne, MoveState::kSwimming, MoveState::kPlatform};
      track.states.push_back(random.NextBelow(3) == 0 ? kStates[random.NextBelow(6)] : MoveState::kUnmarked);
    }
  }
  for (uint32_t k = random.NextBelow(4); k > 0; --k) {
    const double from_s = 50 + random.NextInRange(0, 8);
    const auto kind = static_cast<MoveGrant::Kind>(1 + random.NextBelow(3));
    track.grants.push_back({kind, from_s, from_s + random.NextInRange(0, 3), random.NextInRange(0, 8)});
  }
  return track;
}

struct Judged {
  MoveAnswer answer;
  size_t first = 0;  // sample of the piece that decided
};

Judged JudgeInPieces(const MapView& view, const RandomTrack& track, Random& random) {
  Judged judged;
  MoveTrackState state;
  for (size_t from = 0; from < track.samples.size();) {
    const size_t left = track.samples.size() - from;
    const size_t least = from == 0 ? 2 : 1;
    const size_t count = std::min<size_t>(left, least + random.NextBelow(8));
    MoveQuery query = track.Query(from, count);
    query.is_continued = count < left;
    if (from > 0) query.resumed = &state;
    judged = {Judge(view, query), from};
    if (judged.answer.verdict == MoveVerdict::kIllegal) return judged;
    state = judged.answer.state;
    from += count;
  }
  return judged;
}

TEST(TrackPieces, AreJudgedAsOne) {
  Random random(701);
  int legal = 0;
  int illegal = 0;
  int owed = 0;
  int kinds[16] = {};
  for (int round = 0; round < 150; ++round) {
    MoveScene scene({RandomDrawing(10, 10, 0.08, random)});
    const MapView view = scene.View();
    for (int k = 0; k < 20; ++k) {
      const RandomTrack track = DrawTrack(scene.map, random);
      MoveQuery query = track.Query(0, track.samples.size());
      const MoveAnswer whole = Judge(view, query);
      const Judged pieces = JudgeInPieces(view, track, random);
      ASSERT_EQ(pieces.answer.verdict, whole.verdict) << round << " " << k;
      ++(whole.verdict == MoveVerdict::kLegal ? legal : illegal);
      ASSERT_EQ(pieces.answer.violation.kind, whole.violation.kind) << round << " " << k;
      ++kinds[static_cast<int>(whole.violation.kind)];
      if (whole.verdict == MoveVerdict::kLegal) {
        ASSERT_EQ(pieces.answer.end, whole.end);
        continue;
      }
      // A debt that is owed at the end may have begun in an earlier piece: then the last one says so at its first
      // sample.
      query.is_continued = true;
      if (Judge(view, query).verdict == MoveVerdict::kLegal) {
        ++owed;
        if (whole.violation.sample < pieces.first) continue;
      }
      ASSERT_EQ(pieces.answer.violation.sample + pieces.first, whole.violation.sample) << round << " " << k;
      ASSERT_DOUBLE_EQ(pieces.answer.violation.measured, whole.violation.measured);
      ASSERT_DOUBLE_EQ(pieces.answer.violation.allowed, whole.violation.allowed);
      ASSERT_EQ(pieces.answer.violation.at, whole.violation.at);
      ASSERT_EQ(pieces.answer.violation.last_good, whole.violation.last_good);
      ASSERT_EQ(pieces.answer.corrections.size(), whole.corrections.size());
      for (size_t i = 0; i < whole.corrections.size(); ++i) {
        ASSERT_EQ(pieces.answer.corrections[i].at, whole.corrections[i].at);
      }
    }
  }
  EXPECT_GT(legal, 300);
  EXPECT_GT(illegal, 300);
  EXPECT_GT(owed, 10);
  EXPECT_GT(kinds[static_cast<int>(MoveViolationKind::kTooFast)], 50);
  EXPECT_GT(kinds[static_cast<int>(MoveViolationKind::kTooHigh)], 50);
  EXPECT_GT(kinds[static_cast<int>(MoveViolationKind::kBlocked)], 20);
}

TEST(TrackPieces, AGrantThatIsGivenWithEachIsDrawnOnce) {
  MoveScene scene({std::string(30, '.') + "\n"});
  const MapView view = scene.View();
  RandomTrack track;
  for (const double x : {0.5, 9.0, 9.5, 18.0}) track.samples.push_back(scene.map.Abs(x, 0, 0.5));
  track.times_s = {0, 0.1, 0.2, 0.3};
  track.grants = {{MoveGrant::Kind::kKnockback, 0, 9, 8}};
  MoveQuery query = track.Query(0, 2);
  query.is_continued = true;
  const MoveAnswer first = Judge(view, query);
  ASSERT_EQ(first.verdict, MoveVerdict::kLegal);
  query = track.Query(2, 2);
  query.is_continued = true;
  query.resumed = &first.state;
  const MoveAnswer second = Judge(view, query);
  EXPECT_EQ(second.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(second.violation.sample, 1U);
}

TEST(TrackPieces, OnlyTheLastOneMayBeJudgedToItsEnd) {
  MoveScene scene({std::string(20, '.') + "\n"});
  const MapView view = scene.View();
  // 1 m is owed after the second sample, and paid back by the third.
  RandomTrack track;
  for (const double x : {0.5, 2.05, 2.05}) track.samples.push_back(scene.map.Abs(x, 0, 0.5));
  track.times_s = {0, 0.1, 1};
  MoveQuery query = track.Query(0, 2);
  EXPECT_EQ(Judge(view, query).violation.kind, MoveViolationKind::kTooFast);
  query.is_continued = true;
  const MoveAnswer first = Judge(view, query);
  EXPECT_EQ(first.verdict, MoveVerdict::kLegal);
  query = track.Query(2, 1);
  query.resumed = &first.state;
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
  // Not paid back: the last piece says so, at its first sample.
  track.samples[2].x += 4.4;
  query = track.Query(2, 1);
  query.resumed = &first.state;
  const MoveAnswer owed = Judge(view, query);
  EXPECT_EQ(owed.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(owed.violation.sample, 0U);
}

}  // namespace
}  // namespace waystone
