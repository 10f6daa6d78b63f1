#include "bench/rpc/rpc_suite.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "bench/rpc/call_load.h"
#include "bench/rpc/rpc_requests.h"
#include "bench/stopwatch.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/move/move_validator.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/store/loaded_map.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "waystone/v1/map_catalog.grpc.pb.h"

namespace waystone {

namespace {

using Json = nlohmann::ordered_json;

constexpr char kUnaryMove[] = "validate_move";
constexpr char kStreamedMove[] = "exchange_64_validate_move";

// The measurements of one kind of call, one for each round.
struct Samples {
  uint64_t requests = 0;
  uint64_t sent_bytes = 0;
  uint64_t received_bytes = 0;
  std::vector<double> server_cpu_us;
  std::vector<double> calls_per_s;
};

absl::StatusOr<double> ServerCpuSeconds(v1::MapCatalog::Stub& catalog) {
  grpc::ClientContext context;
  v1::DescribeServerResponse response;
  const grpc::Status status = catalog.DescribeServer(&context, {}, &response);
  if (!status.ok()) return absl::UnavailableError(StrCat("DescribeServer: ", status.error_message()));
  return response.cpu_s();
}

absl::Status Measure(const std::shared_ptr<grpc::Channel>& channel, const CallKind& kind,
                     const RpcSuiteOptions& options, Samples& samples) {
  const auto catalog = v1::MapCatalog::NewStub(channel);
  WS_ASSIGN_OR_RETURN(const double before_s, ServerCpuSeconds(*catalog));
  WS_ASSIGN_OR_RETURN(const LoadResult load, RunLoad(channel, kind, options.seconds, options.in_flight));
  WS_ASSIGN_OR_RETURN(const double after_s, ServerCpuSeconds(*catalog));
  const auto requests = static_cast<double>(load.requests);
  samples.requests += load.requests;
  samples.sent_bytes += load.sent_bytes;
  samples.received_bytes += load.received_bytes;
  samples.server_cpu_us.push_back((after_s - before_s) * 1e6 / requests);
  samples.calls_per_s.push_back(requests / load.seconds);
  return absl::OkStatus();
}

// Null if the package, and so the queries' own cost, is not known.
Json RatiosOf(const std::map<std::string, double>& cpu_us, const std::map<std::string, double>& query_us) {
  Json ratios = {{"plan_route_ratio", nullptr},
                 {"validate_move_ratio", cpu_us.at(kUnaryMove) / cpu_us.at("empty")},
                 {"exchange_gain", nullptr}};
  if (query_us.empty()) return ratios;
  ratios["plan_route_ratio"] = (cpu_us.at("plan_route") - query_us.at("plan_route")) / cpu_us.at("empty");
  const double move_us = query_us.at(kUnaryMove);
  ratios["exchange_gain"] = (cpu_us.at(kUnaryMove) - move_us) / (cpu_us.at(kStreamedMove) - move_us);
  return ratios;
}

Vec3 ToVec3(const v1::Position& position) { return {position.x(), position.y(), position.z()}; }

// [us] per query of running all `queries` over and over for `seconds`.
template <typename Query, typename Run>
double CostOf(const std::vector<Query>& queries, double seconds, const Run& run) {
  const auto run_all = [&] {
    for (const Query& query : queries) run(query);
  };
  run_all();
  double used_us = 0;
  double count = 0;
  do {
    used_us += CpuMicrosecondsOf(run_all);
    count += static_cast<double>(queries.size());
  } while (used_us < seconds * 1e6);
  return used_us / count;
}

// [us] Processor time per query, by the name of the call ("plan_route", "place_resource", "validate_move"):
// the same requests, answered by core from the package, in this thread, after a round that is not counted.
// NotFound or DataLoss if the package cannot be read; InvalidArgument if it is not the requests' map.
absl::StatusOr<std::map<std::string, double>> MeasureQueries(const std::string& package_path,
                                                             const RpcRequests& requests, double seconds) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(package_path));
  if (map->manifest().map_id != requests.map_id) {
    return InvalidArgument(package_path, " holds map ", Quoted(map->manifest().map_id),
                           ", the requests are about ", Quoted(requests.map_id));
  }
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(""));
  std::vector<RouteQuery> routes;
  for (const v1::PlanRouteRequest& request : requests.routes) {
    RouteQuery& query = routes.emplace_back();
    query.start = ToVec3(request.start().position());
    query.goals = {ToVec3(request.goals(0).position())};
  }
  std::vector<PlaceQuery> placements;
  for (const v1::PlaceResourceRequest& request : requests.placements) {
    PlaceQuery& query = placements.emplace_back();
    query.count = request.scatter().count();
    query.seed = request.scatter().seed();
  }
  std::vector<std::array<Vec3, 2>> moves;
  for (const v1::ValidateMoveRequest& request : requests.moves) {
    moves.push_back({ToVec3(request.from()), ToVec3(request.to())});
  }
  Scratch scratch;
  absl::Status failure;
  const auto note = [&failure](const absl::Status& status) { failure.Update(status); };
  std::map<std::string, double> costs;
  costs["plan_route"] = CostOf(
      routes, seconds, [&](const RouteQuery& query) { note(PlanRoute(view, query, scratch).status()); });
  costs["place_resource"] = CostOf(placements, seconds, [&](const PlaceQuery& query) {
    note(PlaceResource(view, query, scratch).status());
  });
  costs["validate_move"] = CostOf(moves, seconds, [&](const std::array<Vec3, 2>& ends) {
    MoveQuery query;
    query.samples = ends;
    note(ValidateMove(view, query, scratch).status());
  });
  if (!failure.ok()) return failure;
  return costs;
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> CredentialsOf(const RpcSuiteOptions& options) {
  if (options.ca_path.empty()) return grpc::InsecureChannelCredentials();
  constexpr size_t kMaxBytes = 1 << 20;
  grpc::SslCredentialsOptions tls;
  WS_ASSIGN_OR_RETURN(tls.pem_root_certs, ReadSmallFile(options.ca_path, kMaxBytes));
  const auto credentials = grpc::SslCredentials(tls);
  if (options.token_path.empty()) return credentials;
  WS_ASSIGN_OR_RETURN(std::string token, ReadSmallFile(options.token_path, kMaxBytes));
  absl::StripTrailingAsciiWhitespace(&token);
  return grpc::CompositeChannelCredentials(credentials, grpc::AccessTokenCredentials(token));
}

}  // namespace

absl::Status RunRpcSuite(const RpcSuiteOptions& options, const BenchLines& lines) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  WS_ASSIGN_OR_RETURN(const auto credentials, CredentialsOf(options));
  const auto channel = grpc::CreateCustomChannel(options.address, credentials, arguments);
  WS_ASSIGN_OR_RETURN(const RpcRequests requests, DrawRequests(channel, options));
  const std::vector<CallKind> kinds = CallKindsOf(requests);
  std::map<std::string, double> query_us;
  if (!options.package_path.empty()) {
    WS_ASSIGN_OR_RETURN(query_us, MeasureQueries(options.package_path, requests, options.seconds));
  }
  for (const CallKind& kind : kinds) {  // not counted
    WS_RETURN_IF_ERROR(RunLoad(channel, kind, options.seconds / 10, options.in_flight).status());
  }
  std::map<std::string, Samples> samples;
  for (uint32_t round = 0; round < options.rounds; ++round) {
    for (const CallKind& kind : kinds) {
      WS_RETURN_IF_ERROR(Measure(channel, kind, options, samples[kind.name]));
    }
  }
  std::map<std::string, double> cpu_us;
  for (const CallKind& kind : kinds) {
    const Samples& measured = samples[kind.name];
    cpu_us[kind.name] = Median(measured.server_cpu_us);
    const auto query = query_us.find(kind.requests_per_message == 1 ? kind.name : kUnaryMove);
    lines.Print(
        {{"call", kind.name},
         {"requests", measured.requests},
         {"server_cpu_us", cpu_us[kind.name]},
         {"calls_per_s", Median(measured.calls_per_s)},
         {"request_bytes", static_cast<double>(measured.sent_bytes) / static_cast<double>(measured.requests)},
         {"answer_bytes",
          static_cast<double>(measured.received_bytes) / static_cast<double>(measured.requests)},
         {"query_cpu_us", query == query_us.end() ? Json() : Json(query->second)}});
  }
  lines.Print(RatiosOf(cpu_us, query_us));
  return absl::OkStatus();
}

}  // namespace waystone
