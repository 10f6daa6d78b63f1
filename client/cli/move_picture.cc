#include "client/cli/move_picture.h"

#include <memory>

#include "client/cli/console.h"
#include "client/cli/move_text.h"
#include "client/cli/package_of_answer.h"
#include "client/draw/map_picture.h"
#include "client/draw/move_painter.h"
#include "client/messages.h"
#include "core/base/status_macros.h"

namespace waystone::cli {
namespace {

draw::CorrectionOverlay::Kind KindOf(v1::MoveCorrectionKind kind) {
  switch (kind) {
    case v1::MOVE_CORRECTION_KIND_SLIDE:
      return draw::CorrectionOverlay::Kind::kSlide;
    case v1::MOVE_CORRECTION_KIND_LAST_GOOD:
      return draw::CorrectionOverlay::Kind::kLastGood;
    default:
      return draw::CorrectionOverlay::Kind::kFurthest;
  }
}

void AddViolation(const v1::MoveViolation& violation, draw::MoveOverlay& move) {
  move.violated_at = client::ToVec3(violation.at());
  if (violation.has_last_good()) move.last_good = client::ToVec3(violation.last_good());
  const client::PointView walk = client::PointsOf(violation.walk_xyz());
  move.walk.assign(walk.begin(), walk.end());
  move.reason = client::EnumName(violation.kind());
  move.evidence = violation.explanation().empty() ? EvidenceText(violation) : violation.explanation();
}

// A body that stops has no violation: the contact says why.
void AddBody(const v1::BodyMove& body, draw::MoveOverlay& move) {
  if (move.is_legal) return;
  move.bad_sample = move.samples.size() - 1;
  move.reason = "body stops";
  move.evidence = BodyText(body);
  move.corrections.push_back({draw::CorrectionOverlay::Kind::kFurthest, client::ToVec3(body.end())});
  if (body.has_contact()) move.violated_at = client::ToVec3(body.contact().at());
}

}  // namespace

draw::MoveOverlay MoveOverlayOf(const v1::ValidateMoveRequest& request,
                                const v1::ValidateMoveResponse& answer) {
  draw::MoveOverlay move;
  move.is_legal = answer.verdict() == v1::MOVE_VERDICT_LEGAL;
  move.bad_sample = answer.first_bad_sample();
  if (request.has_track()) {
    const client::PointView samples = client::PointsOf(request.track().xyz());
    move.samples.assign(samples.begin(), samples.end());
  } else {
    if (request.has_from()) move.samples.push_back(client::ToVec3(request.from()));
    if (request.has_to()) move.samples.push_back(client::ToVec3(request.to()));
    if (!request.has_to() && answer.has_end()) move.samples.push_back(client::ToVec3(answer.end()));
  }
  if (!answer.violations().empty()) AddViolation(answer.violations(0), move);
  if (answer.has_body() && !move.samples.empty()) AddBody(answer.body(), move);
  for (const v1::MoveCorrection& correction : answer.corrections()) {
    move.corrections.push_back({KindOf(correction.kind()), client::ToVec3(correction.position())});
  }
  return move;
}

absl::Status DrawMove(const std::string& package, const v1::ValidateMoveRequest& request,
                      const v1::ValidateMoveResponse& answer, const std::string& output) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadPackageOf(answer.map(), package));
  const v1::Agent& agent = request.agent();
  WS_ASSIGN_OR_RETURN(const MapView view,
                      map->View(agent.profile(), {agent.abilities().begin(), agent.abilities().end()}));
  draw::Overlays overlays;
  overlays.moves.push_back(MoveOverlayOf(request, answer));
  overlays.focus = draw::GroundAround(overlays.moves);
  WS_ASSIGN_OR_RETURN(const std::string svg, draw::DrawMap(view, overlays));
  return WriteTextFile(output, svg);
}

}  // namespace waystone::cli
