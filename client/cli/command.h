// The commands of `waystone`: each adds its flags to the program and says what to run.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "client/cli/console.h"

namespace waystone::cli {

// Runs a command whose flags have been read, and returns its exit code.
using Command = std::function<int(const Console&)>;

// Each adds one subcommand; when that is the one called, it sets `chosen`.
void AddRouteCommand(CLI::App& program, Command& chosen);
void AddExploreCommand(CLI::App& program, Command& chosen);
void AddPlaceCommand(CLI::App& program, Command& chosen);
void AddValidateCommand(CLI::App& program, Command& chosen);
void AddDistancesCommand(CLI::App& program, Command& chosen);
void AddMapsCommand(CLI::App& program, Command& chosen);
void AddWorldCommand(CLI::App& program, Command& chosen);
void AddHealthCommand(CLI::App& program, Command& chosen);
void AddPackageCommand(CLI::App& program, Command& chosen);
void AddDrawCommand(CLI::App& program, Command& chosen);

// The whole program: reads the arguments and runs the command. Prints results to console.out and messages to
// console.err; returns the exit code.
int RunCommandLine(int argc, const char* const* argv, const Console& console);

}  // namespace waystone::cli
