#include "server/waystone_server.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "server/handlers/admin_handler.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/request_handler.h"
#include "server/maps/map_prefetcher.h"
#include "server/rpc/map_catalog_service.h"
#include "server/rpc/package_admin_service.h"
#include "server/rpc/path_planning_service.h"

namespace waystone {

namespace {

constexpr int kAdminWorkers = 1;
constexpr uint32_t kMaxAdminInFlight = 16;

std::chrono::system_clock::time_point In(double seconds) {
  return std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                                std::chrono::duration<double>(seconds));
}

// Before the first server is built.
void EnableHealthAndReflection() {
  static const bool kOnce = [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  static_cast<void>(kOnce);
}

constexpr int kMinPingInterval_ms = 10'000;  // of keepalive pings; who sends them faster is cut off

// gRPC does not say why it could not bind to HOST:PORT, so this tries once more.
std::string WhyNotBound(const std::string& address) {
  const size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), address.c_str() + colon + 1, &hints, &found) != 0)
    return "the host is not known";
  std::string why = "unknown reason";
  const int one = 1;
  const int probe = socket(found->ai_family, SOCK_STREAM, 0);
  setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
  if (bind(probe, found->ai_addr, found->ai_addrlen) != 0 || listen(probe, 1) != 0)
    why = std::system_category().message(errno);
  if (probe >= 0) close(probe);
  freeaddrinfo(found);
  return why;
}

// One listening address and its services.
absl::StatusOr<std::unique_ptr<grpc::Server>> Listen(const std::string& address, uint32_t max_request_bytes,
                                                     const std::vector<grpc::Service*>& services, int* port) {
  grpc::ServerBuilder builder;
  // Two servers on one port would share its calls in silence.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  // gRPC's default of five minutes would close the idle streams of clients that look after their connection.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMinPingInterval_ms);
  builder.SetMaxReceiveMessageSize(static_cast<int>(max_request_bytes));
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), port);
  for (grpc::Service* service : services) builder.RegisterService(service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || *port == 0) {
    return absl::UnavailableError(StrCat("cannot listen on ", address, ": ", WhyNotBound(address)));
  }
  return server;
}

}  // namespace

class WaystoneServer::Impl {
 public:
  Impl(ServerOptions options, const EventLog& log)
      : options_(std::move(options)),
        log_(log),
        store_(WithScratch(options_.maps)),
        folder_(options_.packages, store_, log_, [this] { TellHealth(); }),
        handler_(store_, options_.limits, &prefetcher_, options_.token_key),
        catalog_handler_(store_, options_.limits),
        admin_handler_(folder_, options_.limits),
        runtime_(options_.limits.max_in_flight, static_cast<int>(options_.workers), options_.maps.max_bytes,
                 scratch_bytes_, log_),
        admin_runtime_(kMaxAdminInFlight, kAdminWorkers, options_.maps.max_bytes, scratch_bytes_, log_),
        path_planning_(handler_, runtime_),
        map_catalog_(catalog_handler_, runtime_),
        package_admin_(admin_handler_, admin_runtime_) {}

  absl::Status Start() {
    EnableHealthAndReflection();
    WS_RETURN_IF_ERROR(folder_.Reload().status());
    const uint32_t max_bytes = options_.limits.max_request_bytes;
    WS_ASSIGN_OR_RETURN(server_,
                        Listen(options_.listen, max_bytes, {&path_planning_, &map_catalog_}, &port_));
    if (!options_.admin_listen.empty()) {
      WS_ASSIGN_OR_RETURN(admin_server_,
                          Listen(options_.admin_listen, max_bytes, {&package_admin_}, &admin_port_));
    }
    TellHealth();
    log_.Write(spdlog::level::info, "server_started",
               {{"version", WAYSTONE_VERSION},
                {"listen", options_.listen},
                {"port", port_},
                {"admin_port", admin_port_},
                {"maps", store_.All().size()}});
    return absl::OkStatus();
  }

  void Stop() {
    if (server_ == nullptr) return;
    log_.Write(spdlog::level::info, "server_stopping");
    SetHealth(*server_, false);
    if (admin_server_ != nullptr) SetHealth(*admin_server_, false);
    std::this_thread::sleep_for(std::chrono::duration<double>(options_.lame_duck_s));
    path_planning_.StopStreams();
    const auto deadline = In(options_.drain_s);
    server_->Shutdown(deadline);
    if (admin_server_ != nullptr) admin_server_->Shutdown(deadline);
    log_.Write(spdlog::level::info, "server_stopped");
    stopped_ = true;
  }

  ~Impl() {
    if (!stopped_) Stop();
  }

  int port() const { return port_; }
  int admin_port() const { return admin_port_; }

 private:
  static void SetHealth(grpc::Server& server, bool serving) {
    server.GetHealthCheckService()->SetServingStatus(serving);
  }

  // Called after each reload, the first of which precedes the server.
  void TellHealth() {
    if (server_ == nullptr) return;
    server_->GetHealthCheckService()->SetServingStatus(v1::PathPlanning::service_full_name(),
                                                       !store_.All().empty());
    server_->GetHealthCheckService()->SetServingStatus(v1::MapCatalog::service_full_name(), true);
    if (admin_server_ == nullptr) return;
    admin_server_->GetHealthCheckService()->SetServingStatus(v1::PackageAdmin::service_full_name(), true);
  }

  MapLimits WithScratch(MapLimits limits) const {
    limits.scratch_bytes = &scratch_bytes_;
    return limits;
  }

  const ServerOptions options_;
  const EventLog& log_;
  std::atomic<uint64_t> scratch_bytes_{0};
  MapStore store_;
  PackageFolder folder_;
  MapPrefetcher prefetcher_;
  const RequestHandler handler_;
  const CatalogHandler catalog_handler_;
  const AdminHandler admin_handler_;
  CallRuntime runtime_;
  CallRuntime admin_runtime_;
  PathPlanningService path_planning_;
  MapCatalogService map_catalog_;
  PackageAdminService package_admin_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<grpc::Server> admin_server_;
  int port_ = 0;
  int admin_port_ = 0;
  bool stopped_ = false;
};

WaystoneServer::WaystoneServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WaystoneServer::~WaystoneServer() = default;

absl::StatusOr<std::unique_ptr<WaystoneServer>> WaystoneServer::Start(const ServerOptions& options,
                                                                      const EventLog& log) {
  auto impl = std::make_unique<Impl>(options, log);
  WS_RETURN_IF_ERROR(impl->Start());
  return std::unique_ptr<WaystoneServer>(new WaystoneServer(std::move(impl)));
}

int WaystoneServer::port() const { return impl_->port(); }
int WaystoneServer::admin_port() const { return impl_->admin_port(); }
void WaystoneServer::Stop() { impl_->Stop(); }

}  // namespace waystone
