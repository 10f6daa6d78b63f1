// What the commands of `waystone` are: program.cc lists them, and each is defined in a NAME_command.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "client/cli/console.h"

namespace waystone::cli {

// Runs a command whose flags have been read, and returns its exit code.
using Command = std::function<int(const Console&)>;

// The whole program: reads the arguments and runs the command. Prints results to console.out and messages to
// console.err; returns the exit code: failed, too, if results could not be printed.
int RunCommandLine(int argc, const char* const* argv, const Console& console);

}  // namespace waystone::cli
