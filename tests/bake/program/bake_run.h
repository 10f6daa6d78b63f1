// waystone-bake as a user runs it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/program_run.h"

namespace waystone {

// A 2D map in MovingAI's format.
inline constexpr std::string_view kCaveMap =
    "type octile\nheight 4\nwidth 6\nmap\n"
    "..@...\n"
    "..@.S.\n"
    "...GS.\n"
    "@@@@@@\n";

inline ProgramRun Bake(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), WAYSTONE_BAKE);
  return RunProgram(arguments);
}

}  // namespace waystone
