// Tokens signed as an identity provider does.
#pragma once

#include <cstdint>
#include <string>

#include "nlohmann/json.hpp"
#include "server/access/access_rules.h"

namespace waystone {

// `kid`: empty: none.
std::string SignedToken(const nlohmann::json& claims, JwtAlgorithm algorithm, const std::string& secret,
                        const std::string& kid = "");

// Claims that the rules below take, at a time of `now_s`.
nlohmann::json GoodClaims(int64_t now_s);
// Of bytes that are a key.
JwtKey MakeKey(const std::string& id, JwtAlgorithm algorithm, const std::string& bytes);
JwtRules RulesWith(JwtKey key);

}  // namespace waystone
