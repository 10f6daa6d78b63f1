// Who calls: the one place where callers are known or refused.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/access/access_rules.h"

namespace waystone {

// Thread-safe.
class AccessControl {
 public:
  using SystemClock = std::chrono::system_clock;
  // Signed tokens of one address that are verified in vain. What is over is refused without being looked at, so that nobody
  // can keep the server busy with tokens that are no good.
  static constexpr double kMostFailuresPerSecond = 100;

  // Errors as ReadAccessRules.
  static absl::StatusOr<std::unique_ptr<AccessControl>> Read(const std::string& path);

  // By a token ("Bearer TOKEN", the metadata `authorization`; empty: none) or else by the names in the certificate of the
  // connection, or else as anonymous. Unauthenticated, saying why; ResourceExhausted if the address has had too many tokens
  // verified in vain. `address` is asked only for a signed token that is not known yet.
  absl::StatusOr<std::shared_ptr<const Caller>> Identify(std::string_view authorization,
                                                         const std::vector<std::string>& certificate_names,
                                                         absl::FunctionRef<std::string()> address,
                                                         SystemClock::time_point now = SystemClock::now());

  // Reads the files anew. Whether they had changed; an error, once for each change, leaves the rules as they were.
  // One thread.
  absl::StatusOr<bool> LookAgain();

 private:
  struct Known {
    std::shared_ptr<const Caller> caller;
    SystemClock::time_point expires_at;
  };

  explicit AccessControl(std::string path) : path_(std::move(path)) {}
  std::shared_ptr<const AccessRules> rules() const;
  absl::StatusOr<std::shared_ptr<const Caller>> ByToken(const std::string& token, const AccessRules& rules,
                                                        absl::FunctionRef<std::string()> address,
                                                        SystemClock::time_point now);
  std::shared_ptr<const Caller> FindKnown(const Sha256& token, SystemClock::time_point now) const;
  void Keep(const Sha256& token, Known known, const AccessRules& under, SystemClock::time_point now);

  const std::string path_;
  RatesByName rates_;
  RatesByName failures_;  // by address
  mutable std::shared_mutex mutex_;
  std::shared_ptr<const AccessRules> rules_;
  std::map<Sha256, Known> known_;  // signed tokens that were read under `rules_`
  absl::Status refused_;           // of LookAgain's thread: what it said last
};

}  // namespace waystone
