// Answers to ValidateMove in words, as `waystone validate` prints them.
#pragma once

#include <ostream>
#include <string>

#include "waystone/v1/move.pb.h"

namespace waystone::cli {

// What was measured and what is allowed: "the shortest walk is 12.3 m, allowed 9 m".
std::string EvidenceText(const v1::MoveViolation& violation);

// How far the body may go, and what it meets.
std::string BodyText(const v1::BodyMove& body);

void PrintMove(const v1::ValidateMoveResponse& answer, std::ostream& out);

}  // namespace waystone::cli
