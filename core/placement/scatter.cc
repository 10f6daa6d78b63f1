#include "core/placement/scatter.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/random.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/placement/piece_pool.h"
#include "core/placement/scatter_tally.h"

namespace waystone {
namespace {

constexpr uint32_t kPolysPerPoll = 64;       // [polygons]
constexpr size_t kMaxSplitPieces = 1 << 21;  // 128 MiB of them

class Scatterer {
 public:
  Scatterer(PlaceJudge& judge, const ScatterOptions& options)
      : judge_(judge),
        mesh_(judge.mesh()),
        options_(options),
        random_(options.seed),
        tally_(judge, options_) {}

  ScatterResult Run() {
    if (IsFar(judge_.bounds()) || ThrowAtSurface()) ThrowAtPieces();
    return tally_.Take();
  }

 private:
  // Whether darts at the whole surface would mostly miss the box.
  bool IsFar(const Aabb& box) const {
    const NavmeshHeader& h = mesh_.arrays().header;
    const double width_m =
        std::min<double>(box.max.x, h.bounds_max[0]) - std::max<double>(box.min.x, h.bounds_min[0]);
    const double depth_m =
        std::min<double>(box.max.z, h.bounds_max[2]) - std::max<double>(box.min.z, h.bounds_min[2]);
    constexpr double kFew = 0.125;
    return width_m <= 0 || depth_m <= 0 ||
           width_m * depth_m <
               kFew * (h.bounds_max[0] - h.bounds_min[0]) * (h.bounds_max[2] - h.bounds_min[2]);
  }

  PlaceReason Try(PolyId poly, Vec2 at) {
    const NavLocation place = judge_.Stand(poly, at);
    if (judge_.Owns(place)) return tally_.Try(place);
    tally_.Miss();
    return PlaceReason::kOffMesh;
  }

  // Behind an unfair dart of the piece, for which one of two teams is ahead: if the other is ahead at another place of the piece,
  // there is one between the two at which they are even.
  PlaceReason TryEven(const GroundPiece& piece, Vec2 at) {
    const auto lead_at = [&](Vec2 place) {
      const bool is_measured = judge_.OfPlace(judge_.Stand(piece.poly, place)) == PlaceReason::kUnfair;
      return is_measured ? judge_.lead_m() : std::nullopt;
    };
    const std::optional<double> lead = judge_.lead_m();
    if (!lead || std::abs(*lead) > 2 * SizeOf_m(mesh_, piece)) return PlaceReason::kUnfair;
    Vec2 other = RandomPlaceOf(mesh_, piece, random_);
    const std::optional<double> other_lead = lead_at(other);
    if (!other_lead || (*other_lead > 0) == (*lead > 0)) return PlaceReason::kUnfair;
    constexpr int kHalvings = 48;
    for (int i = 0; i < kHalvings; ++i) {
      const Vec2 middle = (at + other) * 0.5;
      const std::optional<double> middle_lead = lead_at(middle);
      if (!middle_lead) return Try(piece.poly, middle);
      ((*middle_lead > 0) == (*lead > 0) ? at : other) = middle;
    }
    return PlaceReason::kUnfair;
  }

  // True if pieces would serve better: once more darts have missed than it takes to make the pieces.
  bool ThrowAtSurface() {
    const uint64_t patience = mesh_.poly_count() / 16 + 64;
    while (tally_.MayGoOn()) {
      if (tally_.missed_count() > patience + 2 * tally_.place_count()) return true;
      const PlanePlace drawn = RandomPlanePlace(mesh_, random_);
      const double weight = judge_.WeightOf(drawn.poly);
      if (weight > 0 && weight < judge_.max_weight() && random_.NextUnit() * judge_.max_weight() >= weight) {
        tally_.Miss();
        continue;
      }
      if (const PlaceReason reason = judge_.OfPoly(drawn.poly); reason != PlaceReason::kNone) {
        tally_.Miss(reason);
        continue;
      }
      PlaceReason reason = Try(drawn.poly, drawn.at);
      if (reason == PlaceReason::kUnfair) reason = TryEven(GroundPiece::Whole(drawn.poly), drawn.at);
      if (IsUndecided(reason)) return false;
    }
    return false;
  }

  void AddPiece(const GroundPiece& piece) {
    pool_.Add(piece, AreaOf_m2(mesh_, piece) * judge_.WeightOf(piece.poly));
  }

  // False if the deadline passed first.
  bool FillPool() {
    bool is_in_time = true;
    uint32_t polys = 0;
    const Vec3 reach{0, judge_.StandingReach_m(), 0};
    ForEachPolyIn(mesh_, {judge_.bounds().min - reach, judge_.bounds().max + reach}, [&](PolyId poly) {
      if (polys++ % kPolysPerPoll == 0) is_in_time = is_in_time && !options_.deadline.Expired();
      if (!is_in_time) return;
      const GroundPiece piece = GroundPiece::Whole(poly);
      PlaceReason reason = judge_.OfPoly(poly);
      if (reason == PlaceReason::kNone) reason = judge_.OfPiece(piece);
      if (reason == PlaceReason::kNone) {
        AddPiece(piece);
      } else {
        tally_.Reject(reason);
      }
    });
    return is_in_time;
  }

  void ThrowAtPieces() {
    if (!FillPool()) {
      tally_.GiveUp(PlaceReason::kDeadline);
      return;
    }
    const size_t most_pieces = pool_.size() + kMaxSplitPieces;
    while (!pool_.empty() && tally_.MayGoOn()) {
      const PiecePool::Slot slot = pool_.Draw(random_);
      const GroundPiece piece = pool_.at(slot);
      const Vec2 at = RandomPlaceOf(mesh_, piece, random_);
      PlaceReason reason = Try(piece.poly, at);
      if (reason == PlaceReason::kUnfair) reason = TryEven(piece, at);
      // A position that is unfair now may be fair later: the piece stays whole.
      if (IsUndecided(reason)) return;
      if (reason == PlaceReason::kNone || reason == PlaceReason::kUnfair) continue;
      pool_.Remove(slot);
      const double smallest_m = reason == PlaceReason::kSight ? kSmallestSightPiece_m : kSmallestPiece_m;
      if (judge_.OfPiece(piece) != PlaceReason::kNone || SizeOf_m(mesh_, piece) < smallest_m) continue;
      SplitPiece(mesh_, piece, [&](const GroundPiece& part) {
        if (judge_.OfPiece(part) == PlaceReason::kNone) AddPiece(part);
      });
      if (pool_.size() > most_pieces) {
        tally_.GiveUp(PlaceReason::kCandidateLimit);
        return;
      }
    }
    if (pool_.empty() && !tally_.IsComplete()) tally_.GiveUp(PlaceReason::kNoRoom);
  }

  PlaceJudge& judge_;
  const NavmeshView& mesh_;
  const ScatterOptions options_;
  Random random_;
  ScatterTally tally_;
  PiecePool pool_;
};

}  // namespace

ScatterResult Scatter(PlaceJudge& judge, const ScatterOptions& options) {
  return Scatterer(judge, options).Run();
}

}  // namespace waystone
