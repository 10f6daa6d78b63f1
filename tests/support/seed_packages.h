// Small packages of many shapes: seeds of the fuzzer, and golden bytes of the format.
#pragma once

#include <map>
#include <string>

#include "tests/support/package_surgery.h"

namespace waystone {

// By file name. The same on every machine and compiler. "bad-*" are refused, the others load.
std::map<std::string, PackageFile> SeedPackages();

}  // namespace waystone
