#include "core/move/explain_move.h"

#include <cstdio>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

// To the centimetre.
std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f", value);
  return text;
}

std::string OffMesh(const MoveViolation& violation) {
  // Swimmers and flyers: no snap limit is broken; something solid lies between.
  if (violation.allowed == 0) return "something solid is there, or no place to swim or fly in";
  if (violation.measured < 0) return "no ground lies within 100 m";
  return StrCat("the ground is ", Number(violation.measured), " m away, ", Number(violation.allowed),
                " m are allowed");
}

std::string Blocked(const MoveViolation& violation) {
  if (violation.allowed <= 0) return "something solid lies on the line from the sample before";
  const std::string allowed = StrCat("a walk of ", Number(violation.allowed), " m is allowed");
  if (violation.measured < 0)
    return StrCat("something is in the way: ", allowed, ", and none that short leads there");
  return StrCat("something is in the way: ", allowed, ", and the shortest that leads there has ",
                Number(violation.measured), " m");
}

std::string Sentence(const MoveViolation& violation) {
  const std::string measured = Number(violation.measured);
  const std::string allowed = Number(violation.allowed);
  switch (violation.kind) {
    case MoveViolationKind::kNone:
      return "";
    case MoveViolationKind::kOutOfBounds:
      return StrCat("the position is ", measured, " m outside the map, ", allowed, " m are allowed");
    case MoveViolationKind::kTooFast:
      if (violation.check == MoveCheck::kAir) {
        return StrCat("the agent rose at ", measured, " m/s, ", allowed, " m/s are allowed");
      }
      return StrCat("the agent moved at ", measured, " m/s, ", allowed, " m/s are allowed");
    case MoveViolationKind::kFromOffMesh:
    case MoveViolationKind::kToOffMesh:
      return OffMesh(violation);
    case MoveViolationKind::kWrongFloor:
      return StrCat("the walk ends on another floor, ", measured, " m above or below");
    case MoveViolationKind::kUnreachable:
      if (violation.measured < 0) return "nothing within 100 m can be reached from where the agent was";
      return StrCat("no walk leads there; the nearest ground that one leads to is ", measured, " m away");
    case MoveViolationKind::kBlocked:
      return Blocked(violation);
    case MoveViolationKind::kStep:
      return StrCat("the walk goes up a step of ", measured, " m, ", allowed, " m are allowed");
    case MoveViolationKind::kDrop:
      return StrCat("the walk goes down ", measured, " m at once, ", allowed, " m are allowed");
    case MoveViolationKind::kCollision:
      return StrCat("the body meets something solid after ", measured, " m of ", allowed, " m");
    case MoveViolationKind::kTooHigh:
      if (violation.measured <= violation.allowed) {
        return StrCat("the agent is ", measured,
                      " m above the ground it left, sooner than a jump gets there");
      }
      return StrCat("the agent is ", measured, " m above the ground it left, a jump reaches ", allowed, " m");
    case MoveViolationKind::kTooLongInAir:
      return StrCat("the agent is in the air for ", measured, " s, a jump or a fall to there takes ", allowed,
                    " s");
  }
  return "";
}

}  // namespace

std::string ExplainMove(const MoveViolation& violation) {
  std::string sentence = Sentence(violation);
  if (!sentence.empty()) sentence += '.';
  return sentence;
}

}  // namespace waystone
