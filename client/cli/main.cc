#include <iostream>

#include "client/cli/command.h"

int main(int argc, char** argv) { return waystone::cli::RunCommandLine(argc, argv, {std::cout, std::cerr}); }
