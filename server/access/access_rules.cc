#include "server/access/access_rules.h"

#include <openssl/sha.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/yaml/yaml_reader.h"

namespace waystone {

namespace {

constexpr size_t kMaxAccessFileBytes = 1 << 20;
constexpr double kMaxRequestsPerS = 1e9;

// A caller as the file has it.
struct ListedCaller {
  Caller caller;
  std::vector<Sha256> tokens;
  std::vector<std::string> certificates;
};

class AccessReader : public YamlReader {
 public:
  AccessReader(const std::string& path, RatesByName& rates) : YamlReader(path), path_(path), rates_(rates) {}

  absl::StatusOr<std::shared_ptr<const AccessRules>> Read() {
    WS_ASSIGN_OR_RETURN(const std::string text, ReadFile(path_));
    WS_RETURN_IF_ERROR(ReadRoot(text, [&](const YAML::Node& root) {
      return root.IsNull() ? absl::InvalidArgumentError(StrCat(PrintablePath(path_), ": says nothing"))
                           : ReadRules(root);
    }));
    rules_.files = std::move(files_);
    return std::make_shared<const AccessRules>(std::move(rules_));
  }

 private:
  absl::StatusOr<std::string> ReadFile(const std::string& path) const {
    WS_ASSIGN_OR_RETURN(std::string bytes, ReadSmallFile(path, kMaxAccessFileBytes));
    files_[path] = bytes;
    return bytes;
  }

  absl::Status ReadRules(const YAML::Node& root) {
    std::vector<ListedCaller> callers;
    Role anonymous = Role::kPlayer;
    JwtRules jwt;
    WS_RETURN_IF_ERROR(ReadMap(root, kWholeFile,
                               {{"callers", ToList(&AccessReader::ReadCaller, callers)},
                                {"jwt", To(&AccessReader::ReadJwt, jwt)},
                                {"anonymous", To(&AccessReader::ReadRole, anonymous)}}));
    if (root["jwt"].IsDefined()) rules_.jwt = std::move(jwt);
    if (const YAML::Node role = root["anonymous"]; role.IsDefined()) {
      if (anonymous == Role::kAdmin) return Invalid(role, "anonymous", "must not be admin");
      auto caller = std::make_shared<Caller>();
      caller->name = "anonymous";
      caller->role = anonymous;
      caller->is_anonymous = true;
      rules_.anonymous = std::move(caller);
    }
    for (size_t i = 0; i < callers.size(); ++i) {
      WS_RETURN_IF_ERROR(Add(std::move(callers[i]), root["callers"][i]));
    }
    return absl::OkStatus();
  }

  absl::Status Add(ListedCaller listed, const YAML::Node& node) {
    if (!names_.insert(listed.caller.name).second) return Invalid(node["name"], "name", "is there twice");
    const auto caller = std::make_shared<const Caller>(std::move(listed.caller));
    for (const Sha256& token : listed.tokens) {
      if (!rules_.by_token.emplace(token, caller).second) {
        return Invalid(node["token_sha256"], "token_sha256", "has a token twice, or that of another caller");
      }
    }
    for (const std::string& name : listed.certificates) {
      if (!rules_.by_certificate.emplace(name, caller).second) {
        return Invalid(node["certificate_names"], "certificate_names",
                       "has a name twice, or that of another caller");
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadName(const YAML::Node& value, const std::string& key, std::string& name) const {
    WS_RETURN_IF_ERROR(ReadText(value, key, name));
    if (!name.empty() && IsPlainText(name, Caller::kMaxNameBytes)) return absl::OkStatus();
    return Invalid(
        value, key,
        StrCat("must be 1 to ", Caller::kMaxNameBytes, " bytes of UTF-8 without control characters"));
  }

  absl::Status ReadRole(const YAML::Node& value, const std::string& key, Role& role) const {
    const std::optional<Role> known = value.IsScalar() ? RoleNamed(value.Scalar()) : std::nullopt;
    if (!known.has_value()) return Invalid(value, key, "must be player, game_server or admin");
    role = *known;
    return absl::OkStatus();
  }

  absl::Status ReadRate(const YAML::Node& value, const std::string& key, double& per_s) const {
    WS_RETURN_IF_ERROR(ReadNumber(value, key, per_s));
    const bool is_good = per_s > 0 && per_s <= kMaxRequestsPerS;
    return is_good ? absl::OkStatus() : Invalid(value, key, "must be above 0 and 1e9 at most");
  }

  absl::Status ReadSha256(const YAML::Node& value, const std::string& key, Sha256& hash) const {
    std::string text;
    WS_RETURN_IF_ERROR(ReadText(value, key, text));
    const bool is_hex =
        text.size() == 2 * hash.size() && std::all_of(text.begin(), text.end(), absl::ascii_isxdigit);
    if (!is_hex) return Invalid(value, key, "must have SHA-256 sums, 64 hexadecimal digits each");
    const std::string bytes = absl::HexStringToBytes(text);
    std::copy(bytes.begin(), bytes.end(), hash.begin());
    return absl::OkStatus();
  }

  absl::Status ReadCaller(const YAML::Node& value, const std::string& key, ListedCaller& listed) const {
    Caller& caller = listed.caller;
    double per_s = 0;
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"name", To(&AccessReader::ReadName, caller.name)},
                                {"role", To(&AccessReader::ReadRole, caller.role)},
                                {"token_sha256", ToList(&AccessReader::ReadSha256, listed.tokens)},
                                {"certificate_names", ToList(&AccessReader::ReadName, listed.certificates)},
                                {"maps", ToList(&AccessReader::ReadName, caller.maps)},
                                {"requests_per_s", To(&AccessReader::ReadRate, per_s)}}));
    WS_RETURN_IF_ERROR(Needs(value, key, {"name", "role"}));
    if (caller.name.starts_with(Caller::kSubjectPrefix)) {
      return Invalid(value["name"], "name", StrCat("must not begin with ", Caller::kSubjectPrefix));
    }
    if (caller.role == Role::kAdmin && value["maps"].IsDefined()) {
      return Invalid(value["maps"], "maps", "must not be there: an admin sees all maps");
    }
    if (listed.tokens.empty() && listed.certificates.empty()) {
      return Invalid(value, key, "needs token_sha256 or certificate_names");
    }
    caller.rate = rates_.Of(caller.name, per_s);
    return absl::OkStatus();
  }

  absl::Status ReadKey(const YAML::Node& value, const std::string& key,
                       std::optional<JwtKey>& jwt_key) const {
    std::string id;
    JwtAlgorithm algorithm = JwtAlgorithm::kRs256;
    std::string file;
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"id", To(&AccessReader::ReadName, id)},
                                {"algorithm", ToWord("must be HS256, RS256 or ES256",
                                                     {{"HS256", JwtAlgorithm::kHs256},
                                                      {"RS256", JwtAlgorithm::kRs256},
                                                      {"ES256", JwtAlgorithm::kEs256}},
                                                     algorithm)},
                                {"file", To(&AccessReader::ReadText, file)}}));
    WS_RETURN_IF_ERROR(Needs(value, key, {"algorithm", "file"}));
    const std::filesystem::path full = std::filesystem::path(path_).parent_path() / file;
    WS_ASSIGN_OR_RETURN(std::string bytes, ReadFile(full.string()));
    if (algorithm == JwtAlgorithm::kHs256) absl::StripTrailingAsciiWhitespace(&bytes);
    absl::StatusOr<JwtKey> read = JwtKey::Read(std::move(id), algorithm, std::move(bytes));
    if (!read.ok())
      return Invalid(value["file"], "file", StrCat("of ", NameOf(algorithm), " ", read.status().message()));
    jwt_key = *std::move(read);
    return absl::OkStatus();
  }

  absl::Status ReadJwt(const YAML::Node& value, const std::string& key, JwtRules& jwt) const {
    std::vector<std::optional<JwtKey>> keys;
    WS_RETURN_IF_ERROR(ReadMap(value, key,
                               {{"keys", ToList(&AccessReader::ReadKey, keys)},
                                {"issuer", To(&AccessReader::ReadName, jwt.issuer)},
                                {"audience", To(&AccessReader::ReadName, jwt.audience)},
                                {"requests_per_s", To(&AccessReader::ReadRate, jwt.requests_per_s)}}));
    WS_RETURN_IF_ERROR(Needs(value, key, {"keys", "issuer", "audience"}));
    std::set<std::string> ids;
    for (std::optional<JwtKey>& jwt_key : keys) {
      if (!ids.insert(jwt_key->id()).second) return Invalid(value["keys"], "keys", "has two keys of one id");
      jwt.keys.push_back(*std::move(jwt_key));
    }
    return jwt.keys.empty() ? Invalid(value["keys"], "keys", "must have a key") : absl::OkStatus();
  }

  const std::string path_;
  RatesByName& rates_;
  AccessRules rules_;
  std::set<std::string> names_;
  mutable std::map<std::string, std::string> files_;  // that were read
};

}  // namespace

Sha256 Sha256Of(std::string_view text) {
  Sha256 hash{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());
  return hash;
}

bool AccessRules::HaveFilesChanged() const {
  return std::any_of(files.begin(), files.end(), [](const auto& file) {
    const absl::StatusOr<std::string> bytes = ReadSmallFile(file.first, kMaxAccessFileBytes);
    return !bytes.ok() || *bytes != file.second;
  });
}

absl::StatusOr<std::shared_ptr<const AccessRules>> ReadAccessRules(const std::string& path,
                                                                   RatesByName& rates) {
  return AccessReader(path, rates).Read();
}

}  // namespace waystone
