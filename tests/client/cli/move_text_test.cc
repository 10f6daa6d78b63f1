#include "client/cli/move_text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "client/messages.h"

namespace waystone::cli {
namespace {

std::string Printed(const v1::ValidateMoveResponse& answer) {
  std::ostringstream out;
  PrintMove(answer, out);
  return out.str();
}

v1::MoveCorrection Correction(v1::MoveCorrectionKind kind, const Vec3& at, double distance_m, double walk_m) {
  v1::MoveCorrection correction;
  correction.set_kind(kind);
  *correction.mutable_position() = client::MakePosition("", at);
  correction.set_distance_m(distance_m);
  correction.set_walk_m(walk_m);
  return correction;
}

TEST(MoveText, ALegalMoveHasItsEndAndItsToken) {
  v1::ValidateMoveResponse answer;
  answer.set_verdict(v1::MOVE_VERDICT_LEGAL);
  *answer.mutable_end() = client::MakePosition("", {1, 2.5, -3});
  answer.set_token(std::string("\0\xff\xfe", 3));
  EXPECT_EQ(Printed(answer), "legal\nends at 1, 2.5, -3\ntoken: AP/+\n");
}

TEST(MoveText, AnIllegalMoveHasItsEvidence) {
  v1::ValidateMoveResponse answer;
  answer.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
  v1::MoveViolation& violation = *answer.add_violations();
  violation.set_kind(v1::MOVE_VIOLATION_KIND_BLOCKED);
  violation.set_sample(1);
  violation.set_measured(9.2);
  violation.set_allowed(9);
  *violation.mutable_at() = client::MakePosition("", {6, 0, 0});
  *violation.mutable_last_good() = client::MakePosition("", {4, 0, 0});
  violation.set_explanation("A wall lies between.");
  client::AddPoints({{4, 0, 0}, {4, 1, 3}, {8, 0, 3}}, violation.mutable_walk_xyz());
  *answer.add_corrections() = Correction(v1::MOVE_CORRECTION_KIND_SLIDE, {6, 0, 1}, 2.236, 2);
  *answer.add_corrections() = Correction(v1::MOVE_CORRECTION_KIND_LAST_GOOD, {4, 0, 0}, 4, 0);
  EXPECT_EQ(Printed(answer),
            "illegal\n"
            "blocked at sample 1, 6, 0, 0: the shortest walk is 9.2 m, allowed 9 m\n"
            "A wall lies between.\n"
            "last good place: 4, 0, 0\n"
            "the shortest walk there, 7 m:\n"
            "  4, 0, 0\n"
            "  4, 1, 3\n"
            "  8, 0, 3\n"
            "correction, slide: 6, 0, 1, 2.236 m from the bad sample, a walk of 2 m\n"
            "correction, last_good: 4, 0, 0, 4 m from the bad sample, a walk of 0 m\n");
}

TEST(MoveText, EachKindOfViolationIsMeasuredInItsOwnWords) {
  const auto text = [](v1::MoveViolationKind kind, double measured, double allowed) {
    v1::MoveViolation violation;
    violation.set_kind(kind);
    violation.set_measured(measured);
    violation.set_allowed(allowed);
    return EvidenceText(violation);
  };
  EXPECT_EQ(text(v1::MOVE_VIOLATION_KIND_BLOCKED, -1, 2), "no walk was found, allowed 2 m");
  EXPECT_EQ(text(v1::MOVE_VIOLATION_KIND_TOO_FAST, 7.5, 5.5), "7.5 m/s, allowed 5.5 m/s");
  EXPECT_EQ(text(v1::MOVE_VIOLATION_KIND_TOO_LONG_IN_AIR, 2, 0.989), "2 s in the air, allowed 0.989 s");
  EXPECT_EQ(text(v1::MOVE_VIOLATION_KIND_TOO_HIGH, 3.9, 1.2), "measured 3.9 m, allowed 1.2 m");
  EXPECT_EQ(text(v1::MOVE_VIOLATION_KIND_TO_OFF_MESH, -1, 2), "no surface within 100 m");
  EXPECT_EQ(text(v1::MOVE_VIOLATION_KIND_UNREACHABLE, 3, 0), "ground that can be reached is 3 m away");
}

TEST(MoveText, ABodyMoveSaysHowFarAndWhatIsMet) {
  v1::ValidateMoveResponse answer;
  answer.set_verdict(v1::MOVE_VERDICT_ILLEGAL);
  v1::BodyMove& body = *answer.mutable_body();
  body.set_part(v1::BODY_MOVE_PART_HORIZONTAL);
  *body.mutable_end() = client::MakePosition("", {1, 0, 0});
  body.mutable_contact()->set_fraction(0.25);
  body.mutable_contact()->set_normal_y(1);
  body.mutable_contact()->set_triangle(17);
  *body.mutable_contact()->mutable_at() = client::MakePosition("", {0.5, -0.5, 0});
  EXPECT_EQ(
      Printed(answer),
      "illegal\n"
      "the body may go the horizontal part of the way, to 1, 0, 0; it meets triangle 17 at 0.5, -0.5, 0, "
      "after 0.25 of the way, normal 0, 1, 0\n");
}

}  // namespace
}  // namespace waystone::cli
