#include "client/cli/server_flags.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/str_replace.h"
#include "client/cli/flag_text.h"
#include "client/secure_channel.h"
#include "core/base/host_port.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

// The first prefix that fits decides.
struct FieldFlag {
  std::string_view field;
  std::string_view flag;
};
constexpr FieldFlag kFieldFlags[] = {
    {"start.position.map_id", "--map"},
    {"goals[0].position.map_id", "--to-map"},
    {"from.map_id", "--map"},
    {"to.map_id", "--map"},
    {"map_id", "--map"},
    {"start.named_place", "--from"},
    {"start", "--from"},
    {"goals", "--to"},
    {"via", "--via"},
    {"source_xyz", "--from"},
    {"target_xyz", "--to"},
    {"max_distance_m", "--max-distance"},
    {"start_xyz", "--from"},
    {"max_cost_m", "--max-cost"},
    {"cell_m", "--cell"},
    {"contour_costs_m", "--contour"},
    {"from", "--from"},
    {"to", "--to"},
    {"track.map_id", "--map"},
    {"track", "--track"},
    {"agent.abilities", "--ability"},
    {"agent.min_clearance_m", "--clearance"},
    {"agent", "--agent"},
    {"skipped_checks", "--skip"},
    {"from_time_s", "--from-time"},
    {"to_time_s", "--to-time"},
    {"from_state", "--from-state"},
    {"to_state", "--to-state"},
    {"corrections", "--correct"},
    {"token", "--token"},
    {"return_token", "--return-token"},
    {"body_only", "--body-only"},
    {"allowances.max_speed_mps", "--max-speed"},
    {"allowances.speed_tolerance", "--speed-tolerance"},
    {"allowances.max_step_m", "--max-step"},
    {"allowances.max_drop_m", "--max-drop"},
    {"allowances.grants", "--grant"},
    {"allowances.max_detour_ratio", "--detour-ratio"},
    {"allowances.max_jump_m", "--max-jump"},
    {"allowances.gravity_mps2", "--gravity"},
    {"allowances.max_air_s", "--max-air"},
    {"allowances.max_rise_mps", "--max-rise"},
    {"allowances.credit_s", "--credit"},
    {"allowances.debt_s", "--debt"},
    {"allowances.max_lag_s", "--max-lag"},
    {"snap.radius_m", "--snap-radius"},
    {"snap.max_above_m", "--snap-above"},
    {"snap.max_below_m", "--snap-below"},
    {"snap.mutually_reachable", "--mutually-reachable"},
    {"scatter.count", "--count"},
    {"scatter.fairness.max_ratio", "--max-ratio"},
    {"scatter.fairness", "--team"},
    {"nearest.max_distance_m", "--max-distance"},
    {"nearest", "--nearest"},
    {"audit", "--audit"},
    {"rules.region.sphere.center", "--near"},
    {"rules.region.box", "--box"},
    {"rules.region.along.xyz", "--along"},
    {"rules.region", "--radius"},
    {"rules.reachability", "--reach"},
    {"rules.anchor_xyz", "--anchor"},
    {"rules.clearance_m", "--clearance"},
    {"rules.spacing.between_m", "--spacing"},
    {"rules.spacing.from_existing_m", "--from-existing"},
    {"rules.spacing.existing_xyz", "--existing"},
    {"rules.min_walk_m", "--min-walk"},
    {"rules.max_walk_m", "--max-walk"},
    {"rules.sight", "--seen-from or --hidden-from"},
    {"rules.area_weights", "--weight"},
    {"tolerance_m", "--tolerance"},
    {"limits.max_expansions", "--max-expansions"},
    {"limits.max_length_m", "--max-length"},
    {"limits.max_length_ratio", "--max-length-ratio"},
    {"limits.method", "--method"},
    {"changes.maps[0].closed_doors", "--close-door"},
    {"changes.maps[0].opened_doors", "--open-door"},
    {"changes.maps[0].obstacles", "--obstacle"},
    {"changes.maps[0].cost_profile", "--cost-profile"},
    {"changes.maps[0].closed_links", "--close-link"},
    {"changes.maps[0].closed_link_ids", "--close-link-id"},
    {"changes.maps[0].blocked_polys", "--block-poly"},
    {"changes.maps[0].area_costs", "--area-cost or --exclude-area"},
    {"changes.maps[0].blocked_cells", "--block-cells"},
    {"changes.maps[0].opened_cells", "--open-cells"},
    {"changes.maps[0].blocked_rects", "--block-rect"},
    {"changes.maps[0].opened_rects", "--open-rect"},
    {"changes.maps[0].map_id", "@MAP"},
    {"changes.maps", "--close-link, --block-..., --open-..., --area-cost or --exclude-area"},
    {"exploration.order", "--order"},
    {"exploration.coverage", "--coverage"},
    {"exploration.max_length_m", "--max-length"},
    {"exploration.max_walk_time_s", "--walk-time"},
    {"exploration.speed_mps", "--speed"},
    {"exploration.visited_key_points", "--visited"},
    {"exploration.walkers", "--walkers"},
    {"exploration.max_join_m", "--max-join"},
    {"exploration.movement", "--toward"},
    {"exploration.sight_radius_m", "--sight"},
    {"exploration.search_budget_ms", "--budget-ms"},
    {"pinned", "--generation"},
    {"portals.mode", "--portals"},
    {"portals.money", "--money"},
    {"portals.tickets", "--ticket"},
    {"portals.met_requirements", "--met"},
    {"changes.closed_portals", "--close-portal"},
    {"changes.excluded_maps", "--exclude-map"},
    {"detail.maps_in_full", "--maps-in-full"},
    {"detail.alternatives", "--alternatives"},
    {"detail.explain", "--explain"},
    {"detail.shape", "--shape"},
    {"detail.polys", "--polys"},
};

// "changes.maps[0].obstacles[1]" of "changes.maps[3].obstacles[1]": the flags are the same for all maps.
std::string AsOfFirstMap(std::string_view text) {
  constexpr std::string_view kMaps = "changes.maps[";
  const size_t end = text.find(']');
  if (!text.starts_with(kMaps) || end == std::string_view::npos) return std::string(text);
  return StrCat(kMaps, "0", text.substr(end));
}

// The library's names of its options as the flags are called.
absl::Status OptionsInWordsOfFlags(const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrReplaceAll(status.message(), {{"tls.ca_file", "--tls-ca"},
                                                             {"tls.cert_file", "--tls-cert"},
                                                             {"tls.key_file", "--tls-key"},
                                                             {"token_file", "--token-file"},
                                                             {"say insecure", "give --insecure"}}));
}

absl::StatusOr<client::ClientOptions> OptionsOf(const ServerFlags& flags) {
  // gRPC takes other targets too ("dns:///maps", "unix:/run/waystone"), but wraps a port beyond 65535 in
  // silence.
  const bool is_target = flags.server.find('/') != std::string::npos;
  if (!is_target && !IsHostPort(flags.server, 1)) {
    return absl::InvalidArgumentError("--server: must be HOST:PORT with a port from 1 to 65535");
  }
  client::ClientOptions options{.address = flags.server,
                                .timeout = std::chrono::milliseconds(flags.timeout_ms),
                                .tls = flags.tls,
                                .token_file = flags.token_file,
                                .insecure = flags.insecure};
  options.tls.enabled = HasTls(flags);
  return options;
}

// "how far, 0 to 100 [2]" of "how far [2]".
std::string WithRange(std::string help, const std::string& range) {
  if (!range.empty()) help.insert(std::min(help.rfind(" ["), help.size()), ", " + range);
  return help;
}

// Each may stand in the environment: WAYSTONE_TLS_CA and so on.
void AddSecurityFlags(CLI::App& command, ServerFlags& flags) {
  command.add_flag("--tls", flags.tls.enabled, "speak TLS; so do the other flags that begin so")
      ->envname("WAYSTONE_TLS")
      ->group("Security");
  const auto add = [&command](const std::string& name, std::string& value, const std::string& variable,
                              const std::string& type, const std::string& help) {
    return command.add_option(name, value, help)->envname(variable)->type_name(type)->group("Security");
  };
  add("--tls-ca", flags.tls.ca_file, "WAYSTONE_TLS_CA", "FILE",
      "authorities of the server's certificate, in PEM [the system's]");
  add("--tls-cert", flags.tls.cert_file, "WAYSTONE_TLS_CERT", "FILE",
      "the certificate to show, in PEM, with --tls-key");
  add("--tls-key", flags.tls.key_file, "WAYSTONE_TLS_KEY", "FILE", "its private key");
  add("--tls-server-name", flags.tls.server_name, "WAYSTONE_TLS_SERVER_NAME", "NAME",
      "that the server's certificate must have [that of --server]");
  add("--token-file", flags.token_file, "WAYSTONE_TOKEN_FILE", "FILE", "file of the token to show");
  command.add_flag("--insecure", flags.insecure, "the token may leave this machine without TLS")
      ->group("Security");
}

}  // namespace

void AddConnectionFlags(CLI::App& command, ServerFlags& flags) {
  command.add_option("--server", flags.server, "the server's address [127.0.0.1:50051]")
      ->envname("WAYSTONE_SERVER")
      ->type_name("HOST:PORT");
  AddSecurityFlags(command, flags);
}

void AddServerFlags(CLI::App& command, ServerFlags& flags) {
  AddConnectionFlags(command, flags);
  command
      .add_option("--timeout-ms", flags.timeout_ms, "how long to wait for the answer, 1 to 3600000 [5000]")
      ->check(WholeNumber(1, limits::BatchRequest::timeout_ms.max))
      ->type_name("MS");
  command.add_flag("--json", flags.json, "print the answer as one line of JSON");
}

absl::StatusOr<std::unique_ptr<client::WaystoneClient>> Connect(const ServerFlags& flags) {
  WS_ASSIGN_OR_RETURN(const client::ClientOptions options, OptionsOf(flags));
  auto connection = client::WaystoneClient::Create(options);
  if (connection.ok()) return connection;
  return OptionsInWordsOfFlags(connection.status());
}

bool HasTls(const ServerFlags& flags) {
  const client::TlsOptions& tls = flags.tls;
  return tls.enabled || !(tls.ca_file + tls.cert_file + tls.key_file + tls.server_name).empty();
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectChannel(const ServerFlags& flags,
                                                              const grpc::ChannelArguments& arguments) {
  WS_ASSIGN_OR_RETURN(const client::ClientOptions options, OptionsOf(flags));
  auto channel = client::OpenChannel(options, arguments);
  if (channel.ok()) return channel;
  return OptionsInWordsOfFlags(channel.status());
}

CLI::Option* AddNumber(CLI::App& command, const std::string& name, const std::string& type,
                       const FieldLimit& limit, const std::string& help,
                       const std::function<void(double)>& set) {
  const std::string range = StrCat(FormatMetres(limit.min), " to ", FormatMetres(limit.max));
  return command.add_option_function<double>(name, set, WithRange(help, range))
      ->check(NumberInRange(limit.min, limit.max))
      ->type_name(type);
}

CLI::Option* AddWholeNumber(CLI::App& command, const std::string& name, const std::string& type,
                            uint64_t least, uint64_t most, const std::string& help,
                            const std::function<void(uint64_t)>& set) {
  const std::string range = most == UINT64_MAX ? "" : StrCat(least, " to ", most);
  return command.add_option_function<uint64_t>(name, set, WithRange(help, range))
      ->check(WholeNumber(least, most))
      ->type_name(type);
}

void AddSnapFlags(CLI::App& command, const std::function<v1::SnapOptions*()>& snap) {
  AddNumber(command, "--snap-radius", "M", limits::SnapOptions::radius_m,
            "how far positions may lie beside the surface [2]",
            [snap](double radius_m) { snap()->set_radius_m(radius_m); });
  AddNumber(command, "--snap-above", "M", limits::SnapOptions::max_above_m,
            "how far the surface may lie above them [2]",
            [snap](double above_m) { snap()->set_max_above_m(above_m); });
  AddNumber(command, "--snap-below", "M", limits::SnapOptions::max_below_m,
            "how far the surface may lie below them [4]",
            [snap](double below_m) { snap()->set_max_below_m(below_m); });
}

void AddWalkerFlags(CLI::App& command, std::string& map_id, const std::function<v1::Agent*()>& agent) {
  command.add_option("--map", map_id, "the map")->required()->type_name("ID");
  command
      .add_option_function<std::string>(
          "--agent", [agent](const std::string& profile) { agent()->set_profile(profile); },
          "agent profile [the map's first]")
      ->type_name("NAME");
  command
      .add_option_function<std::vector<std::string>>(
          "--ability",
          [agent](const std::vector<std::string>& names) {
            agent()->mutable_abilities()->Assign(names.begin(), names.end());
          },
          "a kind of link the agent may use, such as drop; may be repeated")
      ->type_name("NAME");
}

CLI::Option* AddTexts(CLI::App& command, const std::string& name, std::vector<std::string>& texts,
                      const std::string& help, const std::string& type) {
  return command.add_option(name, texts, help)->allow_extra_args(false)->type_name(type);
}

void AddNames(CLI::App& command, const std::string& name, std::vector<std::string>& names,
              const std::string& help, const std::string& type) {
  AddTexts(command, name, names, help + "; may be repeated", type);
}

CLI::Option* AddPlaces(CLI::App& command, const std::string& name, std::vector<std::string>& texts,
                       const std::string& help) {
  return AddTexts(command, name, texts, help, kPlacesForm);
}

CLI::Option* AddPlace(CLI::App& command, const std::string& name, std::string& text,
                      const std::string& help) {
  return command.add_option(name, text, help)->type_name(kPlaceForm);
}

void WarnOfAbilities(const client::WaystoneClient& server, const v1::Agent& agent, const std::string& map_id,
                     const Console& console) {
  if (agent.abilities().empty() || map_id.empty()) return;
  const absl::StatusOr<v1::DescribeMapResponse> map = server.DescribeMap(map_id);
  if (!map.ok()) return;
  for (const std::string& ability : agent.abilities()) {
    const auto is_it = [&](const std::string& asked_for) { return asked_for == ability; };
    // A server of an older version tells of variants only.
    const bool is_asked_for = std::ranges::any_of(map->abilities(), is_it) ||
                              std::ranges::any_of(map->variants(), [&](const v1::MapVariant& variant) {
                                return std::ranges::any_of(variant.abilities(), is_it);
                              });
    if (!is_asked_for)
      console.err << "waystone: warning: --ability: nothing on map " << Quoted(map_id) << " asks for "
                  << Quoted(ability) << "\n";
  }
}

absl::Status InWordsOfFlags(const ServerFlags& flags, const absl::Status& status) {
  const absl::string_view message = status.message();
  const std::string_view text(message.data(), message.size());
  if (absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status))
    return absl::Status(status.code(), StrCat("no answer from ", flags.server, ": ", text));
  // As gRPC itself answers for a service that is not there: PackageAdmin has an address of its own.
  if (text.empty() && absl::IsUnimplemented(status))
    return absl::Status(status.code(), StrCat(flags.server, ": does not serve this call"));
  const std::string field = AsOfFirstMap(text);
  for (const FieldFlag& known : kFieldFlags) {
    if (!field.starts_with(known.field)) continue;
    const char next = field.size() == known.field.size() ? ':' : field[known.field.size()];
    if (next != '.' && next != ':' && next != '[') continue;
    return absl::Status(status.code(), StrCat(known.flag, ": ", text));
  }
  return status;
}

int FailCall(const Console& console, const ServerFlags& flags, const absl::Status& status) {
  return Fail(console, InWordsOfFlags(flags, status));
}

}  // namespace waystone::cli
