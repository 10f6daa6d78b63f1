#include "server/access/access_control.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/access/jwt.h"

namespace waystone {

namespace {

constexpr size_t kMostKnown = 10'000;

// Nothing, if it is not "Bearer TOKEN".
std::string TokenOf(std::string_view authorization) {
  constexpr std::string_view kBearer = "bearer ";
  if (authorization.size() <= kBearer.size()) return {};
  for (size_t i = 0; i < kBearer.size(); ++i) {
    if (absl::ascii_tolower(static_cast<unsigned char>(authorization[i])) != kBearer[i]) return {};
  }
  return std::string(authorization.substr(kBearer.size()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<AccessControl>> AccessControl::Read(const std::string& path) {
  std::unique_ptr<AccessControl> control(new AccessControl(path));
  WS_ASSIGN_OR_RETURN(control->rules_, ReadAccessRules(path, control->rates_));
  return control;
}

std::shared_ptr<const AccessRules> AccessControl::rules() const {
  const std::shared_lock lock(mutex_);
  return rules_;
}

absl::StatusOr<std::shared_ptr<const Caller>> AccessControl::Identify(
    std::string_view authorization, const std::vector<std::string>& certificate_names,
    absl::FunctionRef<std::string()> address, SystemClock::time_point now) {
  const std::shared_ptr<const AccessRules> rules = this->rules();
  if (!authorization.empty()) {
    const std::string token = TokenOf(authorization);
    if (token.empty())
      return absl::UnauthenticatedError("the metadata authorization must be Bearer and a token");
    return ByToken(token, *rules, address, now);
  }
  for (const std::string& name : certificate_names) {
    const auto found = rules->by_certificate.find(name);
    if (found != rules->by_certificate.end()) return found->second;
  }
  if (rules->anonymous != nullptr) return rules->anonymous;
  return absl::UnauthenticatedError(
      certificate_names.empty() ? "this server wants a token in the metadata authorization"
                                : "this server does not know the certificate's names, nor was a token given");
}

absl::StatusOr<std::shared_ptr<const Caller>> AccessControl::ByToken(const std::string& token,
                                                                     const AccessRules& rules,
                                                                     absl::FunctionRef<std::string()> address,
                                                                     SystemClock::time_point now) {
  const Sha256 hash = Sha256Of(token);
  if (const auto found = rules.by_token.find(hash); found != rules.by_token.end()) return found->second;
  if (!rules.jwt.has_value()) return absl::UnauthenticatedError("this server does not know the token");
  if (auto known = FindKnown(hash, now)) return known;
  WS_ASSIGN_OR_RETURN(const JwtKey* const key, FindJwtKey(token, *rules.jwt));
  const std::string from = address();
  const auto failures = failures_.Find(from);
  if (failures != nullptr && failures->Wait().count() > 0) {
    return absl::ResourceExhaustedError(StrCat("more than ", kMostFailuresPerSecond,
                                               " signed tokens a second from this address were no good"));
  }
  absl::StatusOr<JwtCaller> read = ReadJwt(token, *key, *rules.jwt, now);
  if (!read.ok()) {
    failures_.Of(from, kMostFailuresPerSecond)->Take(1);
    return read.status();
  }
  read->caller.rate = rates_.Of(read->caller.name, rules.jwt->requests_per_s);
  auto caller = std::make_shared<const Caller>(std::move(read->caller));
  Keep(hash, {caller, read->expires_at}, rules, now);
  return caller;
}

std::shared_ptr<const Caller> AccessControl::FindKnown(const Sha256& token,
                                                       SystemClock::time_point now) const {
  const std::shared_lock lock(mutex_);
  const auto found = known_.find(token);
  return found != known_.end() && found->second.expires_at > now ? found->second.caller : nullptr;
}

void AccessControl::Keep(const Sha256& token, Known known, const AccessRules& under,
                         SystemClock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (rules_.get() != &under) return;  // others by now
  if (known_.size() >= kMostKnown) {
    std::erase_if(known_, [now](const auto& entry) { return entry.second.expires_at <= now; });
  }
  if (known_.size() >= kMostKnown) known_.clear();
  known_[token] = std::move(known);
}

absl::StatusOr<bool> AccessControl::LookAgain() {
  if (!rules()->HaveFilesChanged()) {
    refused_ = absl::OkStatus();
    return false;
  }
  absl::StatusOr<std::shared_ptr<const AccessRules>> read = ReadAccessRules(path_, rates_);
  if (!read.ok()) {
    if (std::exchange(refused_, read.status()) == read.status()) return false;
    return read.status();
  }
  refused_ = absl::OkStatus();
  const std::lock_guard lock(mutex_);
  rules_ = *std::move(read);
  known_.clear();
  return true;
}

}  // namespace waystone
