// What a build is: for --version, and for what a server tells of itself. Packages name the version alone, for what is baked does not
// depend on the commit's name.
#pragma once

#include <string>
#include <string_view>

namespace waystone {

// "0.4.0+93ac95c3d2e1": the version and the commit that was checked out; "0.4.0" of a build outside a git checkout.
std::string FullVersion();

// "PROGRAM 0.4.0 (commit 93ac95c3d2e1, package format 1.0)"; the commit may be unknown.
std::string VersionLine(std::string_view program);

}  // namespace waystone
