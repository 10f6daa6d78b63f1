#include "server/waystone_server.h"

#include <charconv>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/version/version.h"
#include "explorer/page_files.h"
#include "server/access/access_control.h"
#include "server/base/heap_trimmer.h"
#include "server/base/periodic.h"
#include "server/connect/connect_gateway.h"
#include "server/handlers/admin_handler.h"
#include "server/handlers/catalog_handler.h"
#include "server/handlers/request_handler.h"
#include "server/http/http_server.h"
#include "server/maps/map_prefetcher.h"
#include "server/net/endpoint.h"
#include "server/net/inherited_sockets.h"
#include "server/observe/debug_page.h"
#include "server/rpc/map_catalog_service.h"
#include "server/rpc/package_admin_service.h"
#include "server/rpc/path_planning_service.h"
#include "server/server_metrics.h"

namespace waystone {

namespace {

constexpr int kAdminWorkers = 1;
constexpr uint32_t kMaxAdminInFlight = 16;
constexpr uint32_t kMaxAdminConnections = 32;
// Calls that wait for packages besides those of one caller: others go on with the relief threads that are left.
constexpr size_t kMoreWaiting = CallWorkers::kMostReliefThreads / 4;

std::chrono::system_clock::time_point In(double seconds) {
  return std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                                std::chrono::duration<double>(seconds));
}

absl::StatusOr<std::unique_ptr<PackageSource>> OpenSource(const ServerOptions& options, const EventLog& log) {
  PackageSourceOptions source = options.source;
  source.url = options.packages;
  source.is_insecure = options.insecure;
  const uint32_t workers = options.workers > 0 ? options.workers : std::thread::hardware_concurrency();
  const size_t of_caller = std::max(workers / 2, 1U);
  return PackageSource::Open(source, {.most = of_caller + kMoreWaiting, .most_of_caller = of_caller}, log);
}

constexpr std::chrono::seconds kHousekeeping(1);
constexpr std::chrono::seconds kLookForMaps(1);
constexpr std::chrono::milliseconds kLookForHarmful(100);

}  // namespace

class WaystoneServer::Impl {
 public:
  Impl(ServerOptions options, const EventLog& log, std::unique_ptr<TlsFiles> tls,
       std::unique_ptr<AccessControl> access, std::unique_ptr<PackageSource> source)
      : options_(std::move(options)),
        log_(log),
        tls_(std::move(tls)),
        access_(std::move(access)),
        source_(std::move(source)),
        store_(WithScratch(options_.maps)),
        folder_(
            options_.packages, store_, log_, [this] { TellHealth(); }, options_.watch, source_.get()),
        handler_(store_, options_.limits, &prefetcher_, options_.token_key),
        catalog_handler_(store_, options_.limits),
        admin_handler_(folder_, options_.limits),
        observer_(log_,
                  {.access_log_share = options_.access_log_share, .otlp_host_port = options_.otlp_host_port}),
        runtime_(options_.limits, static_cast<int>(options_.workers), options_.maps.max_bytes, scratch_bytes_,
                 log_, observer_, access_.get()),
        admin_runtime_(AdminLimits(options_.limits), kAdminWorkers, options_.maps.max_bytes, scratch_bytes_,
                       log_, observer_, access_.get(), true),
        path_planning_(handler_, runtime_),
        map_catalog_(catalog_handler_, runtime_),
        package_admin_(admin_handler_, admin_runtime_) {}

  absl::Status Start() {
    WS_RETURN_IF_ERROR(folder_.Reload().status());
    const RequestLimits& own = options_.limits;
    const Endpoint::Limits limits{.max_request_bytes = own.max_request_bytes,
                                  .max_connections = own.max_connections,
                                  .is_behind_proxy = own.trust_callers,
                                  .max_unfinished_bytes = own.max_unfinished_bytes,
                                  .tls = tls_.get(),
                                  .is_insecure = options_.insecure,
                                  .has_reflection = options_.reflection};
    const Endpoint::Limits admin_limits{.max_request_bytes = own.max_request_bytes,
                                        .max_connections = kMaxAdminConnections,
                                        .max_unfinished_bytes = own.max_unfinished_bytes,
                                        .tls = tls_.get(),
                                        .is_insecure = options_.insecure,
                                        .has_reflection = options_.reflection};
    WS_ASSIGN_OR_RETURN(served_, Endpoint::Open(options_.listen, limits, {&path_planning_, &map_catalog_}));
    if (!options_.admin_listen.empty()) {
      WS_ASSIGN_OR_RETURN(admin_, Endpoint::Open(options_.admin_listen, admin_limits, {&package_admin_}));
    }
    if (!options_.http_listen.empty()) {
      WS_ASSIGN_OR_RETURN(http_, HttpServer::Open(options_.http_listen, options_.insecure));
      metrics_.emplace(ServerMetrics::Parts{.store = store_,
                                            .folder = folder_,
                                            .source = source_.get(),
                                            .sets = handler_.sets(),
                                            .planning = path_planning_,
                                            .runtime = runtime_,
                                            .admin_runtime = admin_runtime_,
                                            .scratch_bytes = scratch_bytes_,
                                            .ended = ended_,
                                            .served = *served_,
                                            .admin = admin_.get(),
                                            .tls = tls_.get(),
                                            .is_ready = [this] { return WhyNotReady().empty(); }});
      AddHttpAnswers();
      http_->Start();
    }
    WS_RETURN_IF_ERROR(CheckInheritedTaken());
    TellHealth();
    looking_for_maps_.emplace(kLookForMaps, [this] {
      if (is_reload_wanted_.exchange(false)) ReloadNow();
      folder_.LookAgain();
    });
    served_->Start();
    if (admin_ != nullptr) admin_->Start();
    ending_harmful_.emplace(kLookForHarmful, [this] {
      EndHarmful(*served_, runtime_);
      if (admin_ != nullptr) EndHarmful(*admin_, admin_runtime_);
    });
    housekeeping_.emplace(kHousekeeping, [this] { KeepHouse(); });
    log_.Write(spdlog::level::info, "server_started",
               {{"version", FullVersion()},
                {"listen", options_.listen},
                {"port", port()},
                {"admin_port", admin_port()},
                {"http_port", http_port()},
                {"maps", store_.All().size()}});
    return absl::OkStatus();
  }

  // A source may take long to answer, and who calls has to see signals.
  void Reload() {
    if (source_ == nullptr) return ReloadNow();
    is_reload_wanted_ = true;
  }

  void ReloadNow() {
    const absl::StatusOr<PackageFolder::Report> report = folder_.Reload();
    if (!report.ok()) {
      log_.Write(spdlog::level::err, "reload_failed", {{"reason", report.status().message()}});
      return;
    }
    log_.Write(spdlog::level::info, "reloaded",
               {{"maps", store_.All().size()},
                {"changed", report->changed_maps.size()},
                {"removed", report->removed_maps.size()},
                {"refused", report->refused.size()}});
  }

  void Stop() {
    if (served_ == nullptr) return;
    log_.Write(spdlog::level::info, "server_stopping");
    {
      const std::lock_guard lock(health_mutex_);
      is_stopping_ = true;
    }
    served_->SetHealth(false);
    if (admin_ != nullptr) admin_->SetHealth(false);
    std::this_thread::sleep_for(std::chrono::duration<double>(options_.lame_duck_s));
    path_planning_.StopStreams();
    const auto deadline = In(options_.drain_s);
    if (connect_) connect_->Drain(deadline);  // their calls end with the gRPC server
    served_->Stop(deadline);
    if (source_ != nullptr) source_->Stop();
    if (admin_ != nullptr) admin_->Stop(deadline);
    if (http_ != nullptr) http_->Stop();
    log_.Write(spdlog::level::info, "server_stopped");
    stopped_ = true;
  }

  ~Impl() {
    if (!stopped_) Stop();
  }

  int port() const { return served_->port(); }
  int admin_port() const { return admin_ == nullptr ? 0 : admin_->port(); }
  int http_port() const { return http_ == nullptr ? 0 : http_->port(); }

 private:
  static RequestLimits AdminLimits(RequestLimits limits) {
    limits.max_in_flight = kMaxAdminInFlight;
    return limits;
  }
  void AddHttpAnswers() {
    if (options_.http_api.value_or(http_->is_loopback())) {
      AddCalls();
      AddPage();
    }
    http_->Get("/healthz", [] { return HttpServer::Answer{.body = "ok\n"}; });
    http_->Get("/readyz", [this] {
      const std::string why_not = WhyNotReady();
      return why_not.empty() ? HttpServer::Answer{.body = "ready\n"}
                             : HttpServer::Answer{.status = 503, .body = why_not + "\n"};
    });
    http_->Get("/metrics", [this] {
      return HttpServer::Answer{.type = ServerMetrics::kTextType, .body = metrics_->Text()};
    });
    http_->Get("/debug/queries", [this] {
      return HttpServer::Answer{.type = "application/json",
                                .body = QueriesJson(observer_.running(), observer_.slow())};
    });
    http_->PostOfId("/debug/queries/", "/cancel", [this](const std::string& id) { return CancelCall(id); });
  }

  // PackageAdmin has an address of its own, and who may come there.
  void AddCalls() {
    const auto channel = served_->InProcess(ConnectGateway::kMostAnswerBytes);
    connect_.emplace(std::vector<ConnectGateway::Served>{{v1::PathPlanning::service_full_name(), channel},
                                                         {v1::MapCatalog::service_full_name(), channel}});
    http_->PostBelow(ConnectGateway::kPaths,
                     [this](const HttpServer::Request& request) { return connect_->Call(request); });
  }

  void AddPage() {
    const std::vector<std::pair<std::string, std::string>> headers = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src "
         "'self'; "
         "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
        {"Referrer-Policy", "no-referrer"}};
    for (const PageFile& file : ExplorerFiles()) {
      http_->Get(std::string(file.path), [&file, headers] {
        return HttpServer::Answer{
            .type = std::string(file.type), .body = std::string(file.bytes), .headers = headers};
      });
    }
    http_->Get("/explorer.json", [this, headers] {
      return HttpServer::Answer{.type = "application/json", .body = ServedJson(), .headers = headers};
    });
    if (ExplorerFiles().empty()) {
      http_->Get("/", [] {
        return HttpServer::Answer{
            .body = "This server was built without the explorer page (WAYSTONE_EXPLORER).\n"};
      });
    }
  }

  // Where programs find gRPC: the page knows only its own address.
  std::string ServedJson() const {
    const auto boolean = [](bool value) { return value ? "true" : "false"; };
    return StrCat("{\"httpPort\":", http_port(), ",\"grpcPort\":", port(),
                  ",\"hasTls\":", boolean(tls_ != nullptr),
                  ",\"hasReflection\":", boolean(options_.reflection),
                  ",\"isLoopback\":", boolean(served_->is_loopback()), "}\n");
  }

  HttpServer::Answer CancelCall(const std::string& id) {
    constexpr char kJson[] = "application/json";
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc() || !observer_.running().Cancel(number))
      return {.status = 404, .type = kJson, .body = "{\"error\":\"no such call runs\"}\n"};
    log_.Write(spdlog::level::info, "call_cancelled_by_operator", {{"id", number}});
    return {.status = 202, .type = kJson, .body = StrCat("{\"cancelled\":", number, "}\n")};
  }

  // Empty: it is ready.
  std::string WhyNotReady() {
    const std::lock_guard lock(health_mutex_);
    if (is_stopping_) return "stopping";
    return told_usable_.value_or(false) ? "" : "no map to serve";
  }

  void KeepHouse() {
    const size_t ended = runtime_.answers.EndStalled() + admin_runtime_.answers.EndStalled();
    ended_.untaken_answers += ended;
    if (ended > 0) log_.Write(spdlog::level::warn, "untaken_answers_ended", {{"calls", ended}});
    const uint64_t unfinished = ended_.unfinished_requests - told_unfinished_;
    told_unfinished_ += unfinished;
    if (unfinished > 0) {
      log_.Write(spdlog::level::warn, "unfinished_requests_ended", {{"connections", unfinished}});
    }
    const uint64_t refused = runtime_.workers.TakeRefusedCount();
    if (refused > 0) log_.Write(spdlog::level::warn, "calls_refused_busy", {{"calls", refused}});
    const uint64_t closed =
        served_->TakeRefusedCount() + (admin_ == nullptr ? 0 : admin_->TakeRefusedCount());
    ended_.connections_refused += closed;
    if (closed > 0) log_.Write(spdlog::level::warn, "connections_refused", {{"connections", closed}});
    runtime_.failures.TellLeftOut();
    admin_runtime_.failures.TellLeftOut();
    LookAtFiles();
    observer_.slow().Forget();
    heap_trimmer_.Look();
  }

  // Certificates and rules that were replaced.
  void LookAtFiles() {
    if (tls_ != nullptr) TellReplaced("certificate", tls_->LookAgain());
    if (access_ != nullptr) TellReplaced("access_rules", access_->LookAgain());
  }

  void TellReplaced(const std::string& what, const absl::StatusOr<bool>& is_new) {
    if (!is_new.ok()) {
      log_.Write(spdlog::level::err, what + "_refused", {{"reason", is_new.status().message()}});
    } else if (*is_new) {
      log_.Write(spdlog::level::info, what + "_replaced");
    }
  }

  void EndHarmful(Endpoint& endpoint, CallRuntime& runtime) {
    const Endpoint::Ended ended = endpoint.EndHarmful(runtime.arrived.Take());
    ended_.unfinished_requests += ended.unfinished;
    ended_.reset_floods += ended.floods.size();
    for (const std::string& connection : ended.floods)
      log_.Write(spdlog::level::warn, "reset_flood_ended", {{"connection", connection}});
  }

  // Called after each reload, the first of which precedes the server, and each look for maps. Tells what is new only:
  // gRPC tells every watcher again.
  void TellHealth() {
    if (served_ == nullptr) return;
    const std::lock_guard lock(health_mutex_);
    const bool has_usable = store_.HasUsable();
    if (is_stopping_ || told_usable_ == has_usable) return;
    served_->SetHealth(v1::PathPlanning::service_full_name(), has_usable);
    if (!told_usable_.has_value()) {
      served_->SetHealth(v1::MapCatalog::service_full_name(), true);
      if (admin_ != nullptr) admin_->SetHealth(v1::PackageAdmin::service_full_name(), true);
    }
    told_usable_ = has_usable;
  }

  MapLimits WithScratch(MapLimits limits) const {
    limits.scratch_bytes = &scratch_bytes_;
    return limits;
  }

  const ServerOptions options_;
  const EventLog& log_;
  const std::unique_ptr<TlsFiles> tls_;          // null: without TLS
  const std::unique_ptr<AccessControl> access_;  // null: anybody may everything
  const std::unique_ptr<PackageSource> source_;  // null: packages are in a folder
  std::atomic<bool> is_reload_wanted_{false};
  std::atomic<uint64_t> scratch_bytes_{0};
  MapStore store_;
  PackageFolder folder_;
  MapPrefetcher prefetcher_;
  const RequestHandler handler_;
  const CatalogHandler catalog_handler_;
  const AdminHandler admin_handler_;
  CallObserver observer_;
  CallRuntime runtime_;
  CallRuntime admin_runtime_;
  PathPlanningService path_planning_;
  MapCatalogService map_catalog_;
  PackageAdminService package_admin_;
  HeapTrimmer heap_trimmer_;
  std::unique_ptr<Endpoint> served_;
  std::unique_ptr<Endpoint> admin_;
  EndedCounts ended_;
  uint64_t told_unfinished_ = 0;          // of ended_, by the log
  std::optional<ServerMetrics> metrics_;  // once there are addresses
  std::mutex health_mutex_;
  bool is_stopping_ = false;
  std::optional<bool> told_usable_;
  std::optional<Periodic> housekeeping_;      // once serving
  std::optional<Periodic> looking_for_maps_;  // likewise
  std::optional<Periodic> ending_harmful_;    // likewise
  std::optional<ConnectGateway> connect_;     // if there is an HTTP port
  std::unique_ptr<HttpServer> http_;          // null: not served; ends before what it tells of
  bool stopped_ = false;
};

WaystoneServer::WaystoneServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WaystoneServer::~WaystoneServer() = default;

absl::StatusOr<std::unique_ptr<WaystoneServer>> WaystoneServer::Start(const ServerOptions& options,
                                                                      const EventLog& log) {
  std::unique_ptr<TlsFiles> tls;
  if (options.tls.IsGiven()) {
    WS_ASSIGN_OR_RETURN(tls, TlsFiles::Read(options.tls));
  }
  std::unique_ptr<AccessControl> access;
  if (!options.access.empty()) {
    WS_ASSIGN_OR_RETURN(access, AccessControl::Read(options.access));
  }
  std::unique_ptr<PackageSource> source;
  ServerOptions own = options;
  if (SourceUrl::IsUrl(options.packages)) {
    WS_ASSIGN_OR_RETURN(source, OpenSource(options, log));
    // Loaded maps hold their files: half of the cache is left to those that are fetched.
    const uint64_t most = options.source.cache_bytes / 2;
    if (own.maps.max_bytes == 0 || own.maps.max_bytes > most) own.maps.max_bytes = most;
  }
  auto impl =
      std::make_unique<Impl>(std::move(own), log, std::move(tls), std::move(access), std::move(source));
  WS_RETURN_IF_ERROR(impl->Start());
  return std::unique_ptr<WaystoneServer>(new WaystoneServer(std::move(impl)));
}

int WaystoneServer::port() const { return impl_->port(); }
int WaystoneServer::admin_port() const { return impl_->admin_port(); }
int WaystoneServer::http_port() const { return impl_->http_port(); }
void WaystoneServer::Reload() { impl_->Reload(); }
void WaystoneServer::Stop() { impl_->Stop(); }

}  // namespace waystone
