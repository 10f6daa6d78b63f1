// A kind of question: what is drawn, what is asked, and who judges. One file for each; the table is in
// answer_kinds.cc.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/random.h"
#include "tests/answers/asker.h"
#include "tests/answers/checked_map.h"

namespace waystone::answers {

// What one kind asks about one map.
struct Round {
  const CheckedMap& map;
  const Asker& asker;
  Random& random;
  uint64_t questions = 0;  // about so many
};

struct AnswerKind {
  const char* name;
  double weight;  // of its share of all questions
  bool (*asks_about)(const CheckedMap& map);
  void (*ask)(const Round& round);
};

std::span<const AnswerKind> AnswerKinds();

}  // namespace waystone::answers
