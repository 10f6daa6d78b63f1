#include "client/cli/move_text.h"

#include <cstddef>

#include "absl/strings/escaping.h"
#include "client/cli/flag_text.h"
#include "client/cli/route_text.h"
#include "client/messages.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

std::string PositionText(const v1::Position& position) { return FormatPosition(client::ToVec3(position)); }

// The length in the plane: what a speed budget pays for.
double WalkLength_m(const client::PointView& points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += PlaneDistance(points[i - 1], points[i]);
  return length_m;
}

void PrintViolation(const v1::MoveViolation& violation, std::ostream& out) {
  out << client::EnumName(violation.kind()) << " at sample " << violation.sample() << ", "
      << PositionText(violation.at()) << ": " << EvidenceText(violation) << "\n";
  if (!violation.explanation().empty()) out << violation.explanation() << "\n";
  PrintFixes(violation.fixes(), out);
  if (violation.has_last_good()) out << "last good place: " << PositionText(violation.last_good()) << "\n";
  const client::PointView walk = client::PointsOf(violation.walk_xyz());
  if (walk.empty()) return;
  out << "the shortest walk there, " << FormatMetres(WalkLength_m(walk)) << " m:\n";
  for (const Vec3 point : walk) out << "  " << FormatPosition(point) << "\n";
}

std::string PartText(v1::BodyMovePart part) {
  switch (part) {
    case v1::BODY_MOVE_PART_ALL:
      return "all of the way";
    case v1::BODY_MOVE_PART_HORIZONTAL:
      return "the horizontal part of the way";
    case v1::BODY_MOVE_PART_VERTICAL:
      return "the vertical part of the way";
    default:
      return "none of the way";
  }
}

}  // namespace

std::string EvidenceText(const v1::MoveViolation& violation) {
  const std::string measured = FormatMetres(violation.measured());
  const std::string allowed = FormatMetres(violation.allowed());
  switch (violation.kind()) {
    case v1::MOVE_VIOLATION_KIND_FROM_OFF_MESH:
    case v1::MOVE_VIOLATION_KIND_TO_OFF_MESH:
      if (violation.measured() < 0) return "no surface within 100 m";
      return StrCat("the surface is ", measured, " m away, allowed ", allowed, " m");
    case v1::MOVE_VIOLATION_KIND_UNREACHABLE:
      if (violation.measured() < 0) return "no ground that can be reached within 100 m";
      return StrCat("ground that can be reached is ", measured, " m away");
    case v1::MOVE_VIOLATION_KIND_BLOCKED:
      if (violation.measured() < 0) return StrCat("no walk was found, allowed ", allowed, " m");
      return StrCat("the shortest walk is ", measured, " m, allowed ", allowed, " m");
    case v1::MOVE_VIOLATION_KIND_COLLISION:
      return StrCat("the body comes ", measured, " m of ", allowed, " m");
    case v1::MOVE_VIOLATION_KIND_TOO_FAST:
      return StrCat(measured, " m/s, allowed ", allowed, " m/s");
    case v1::MOVE_VIOLATION_KIND_TOO_LONG_IN_AIR:
      return StrCat(measured, " s in the air, allowed ", allowed, " s");
    default:
      return StrCat("measured ", measured, " m, allowed ", allowed, " m");
  }
}

std::string BodyText(const v1::BodyMove& body) {
  std::string text = StrCat("the body may go ", PartText(body.part()), ", to ", PositionText(body.end()));
  if (!body.has_contact()) return text;
  const v1::BodyContact& contact = body.contact();
  StrAppend(text, "; it meets triangle ", contact.triangle(), " at ", PositionText(contact.at()), ", after ",
            FormatMetres(contact.fraction()), " of the way, normal ",
            FormatPosition({contact.normal_x(), contact.normal_y(), contact.normal_z()}));
  return text;
}

void PrintMove(const v1::ValidateMoveResponse& answer, std::ostream& out) {
  out << client::EnumName(answer.verdict()) << "\n";
  if (answer.has_end()) out << "ends at " << PositionText(answer.end()) << "\n";
  for (const v1::MoveViolation& violation : answer.violations()) PrintViolation(violation, out);
  if (answer.has_body()) out << BodyText(answer.body()) << "\n";
  for (const v1::MoveCorrection& correction : answer.corrections()) {
    out << "correction, " << client::EnumName(correction.kind()) << ": "
        << PositionText(correction.position()) << ", " << FormatMetres(correction.distance_m())
        << " m from the bad sample, a walk of " << FormatMetres(correction.walk_m()) << " m\n";
    if (!correction.token().empty()) out << "its token: " << absl::Base64Escape(correction.token()) << "\n";
  }
  if (!answer.token().empty()) out << "token: " << absl::Base64Escape(answer.token()) << "\n";
}

}  // namespace waystone::cli
