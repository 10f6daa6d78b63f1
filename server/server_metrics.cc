#include "server/server_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "core/version/version.h"
#include "prometheus/text_serializer.h"

namespace waystone {

namespace {

constexpr size_t kMostNamed = 16;

double Number(uint64_t value) { return static_cast<double>(value); }

// Names and meanings as Prometheus' own libraries have them.
void AddProcess(double started_s, MetricFamilies& families) {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  uint64_t all_pages = 0;
  uint64_t resident_pages = 0;
  std::ifstream("/proc/self/statm") >> all_pages >> resident_pages;
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  std::error_code error;
  uint64_t open = 0;
  for (auto fd = std::filesystem::directory_iterator("/proc/self/fd", error); !error && fd != end(fd);
       fd.increment(error))
    ++open;
  families.Counter("process_cpu_seconds_total", "Processor time used, of user and system.",
                   seconds(used.ru_utime) + seconds(used.ru_stime));
  families.Gauge("process_resident_memory_bytes", "Memory that is resident.",
                 Number(resident_pages) * static_cast<double>(sysconf(_SC_PAGESIZE)));
  families.Gauge("process_start_time_seconds", "When the server started, since 1970.", started_s);
  families.Gauge("process_open_fds", "Open descriptors.", Number(open));
  families.Gauge("process_max_fds", "Descriptors that may be open.", Number(descriptors.rlim_cur));
}

}  // namespace

ServerMetrics::ServerMetrics(Parts parts)
    : parts_(std::move(parts)),
      started_s_(std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count()) {
}

void ServerMetrics::AddMaps(MetricFamilies& families) const {
  const std::vector<ListedMap> maps = parts_.store.All();
  uint64_t damaged = 0;
  for (const ListedMap& map : maps) damaged += map.IsUsable() ? 0 : 1;
  const MapCache::Counts counts = parts_.store.counts();
  const std::shared_ptr<WorldStore> world = parts_.store.World();
  constexpr char kMaps[] = "waystone_maps";
  constexpr char kMapsHelp[] =
      "Maps: all that are listed; of these loaded; known to be damaged; of the world without a package, or "
      "with another "
      "one than it was made with.";
  families.Gauge(kMaps, kMapsHelp, Number(maps.size()), {{"state", "listed"}});
  families.Gauge(kMaps, kMapsHelp, Number(counts.loaded_maps), {{"state", "loaded"}});
  families.Gauge(kMaps, kMapsHelp, Number(damaged), {{"state", "damaged"}});
  const std::vector<WorldMapIndex> not_joined =
      world == nullptr ? std::vector<WorldMapIndex>() : world->NotJoinedMaps();
  const uint64_t missing = world == nullptr ? 0 : world->MissingCount();
  families.Gauge(kMaps, kMapsHelp, Number(missing - std::min<uint64_t>(missing, not_joined.size())),
                 {{"state", "missing"}});
  families.Gauge(kMaps, kMapsHelp, Number(not_joined.size()), {{"state", "not_joined"}});
  constexpr char kNotJoined[] = "waystone_map_not_joined";
  constexpr char kNotJoinedHelp[] = "1: a map of the world that was baked anew outside of it; empty: none.";
  if (not_joined.empty()) families.Gauge(kNotJoined, kNotJoinedHelp, 0, {{"map_id", ""}});
  for (size_t i = 0; i < std::min(not_joined.size(), kMostNamed); ++i) {
    families.Gauge(kNotJoined, kNotJoinedHelp, 1,
                   {{"map_id", std::string(world->world().view().MapId(not_joined[i]))}});
  }
  families.Gauge("waystone_replaced_generations",
                 "Generations of maps that were replaced and still answer who pins them.",
                 Number(parts_.store.replaced_count()));
  families.Gauge("waystone_world_info", "The world file that is served, by its generation; empty: none.", 1,
                 {{"generation", world == nullptr ? "" : world->world().generation()}});
  families.Counter("waystone_map_hits_total", "Maps asked for that were loaded.", Number(counts.hits));
  families.Counter("waystone_map_misses_total", "Maps asked for that had to be loaded.",
                   Number(counts.misses));
  families.Counter("waystone_map_loads_ahead_total", "Maps loaded before they were asked for.",
                   Number(counts.loaded_ahead));
  families.Counter("waystone_map_drops_total", "Maps dropped for others.", Number(counts.drops));
  const PackageFolder::Counts folder = parts_.folder.counts();
  families.Counter("waystone_reloads_total", "Reads of the folder of packages.", Number(folder.reloads),
                   {{"result", "ok"}});
  families.Counter("waystone_reloads_total", "", Number(folder.failed_reloads), {{"result", "failed"}});
  families.Counter("waystone_packages_served_total", "Generations of packages that began to be served.",
                   Number(folder.served_packages));
  families.Gauge("waystone_packages_refused", "Files that the last reload refused.",
                 Number(parts_.folder.Refused().size()));
}

void ServerMetrics::AddSource(MetricFamilies& families) const {
  const PackageSource::Counts counts = parts_.source == nullptr
                                           ? PackageSource::Counts{.objects = {}, .cache = {}, .is_up = true}
                                           : parts_.source->counts();
  families.Gauge("waystone_package_source_up",
                 "Whether the source of packages gave its index when last asked; 1 if it is a folder.",
                 counts.is_up ? 1 : 0);
  families.Counter("waystone_packages_fetched_total",
                   "Packages and world files fetched, and found to be whole.",
                   Number(counts.objects.fetched_objects));
  families.Counter("waystone_package_fetched_bytes_total", "Bytes of these.",
                   Number(counts.objects.fetched_bytes));
  constexpr std::array<const char*, kFetchFaults> kFaults = {"unreachable", "refused", "missing", "wrong",
                                                             "no_room"};
  for (size_t i = 0; i < kFaults.size(); ++i) {
    families.Counter("waystone_package_fetch_faults_total",
                     i == 0 ? "Tries to fetch a package that failed." : "", Number(counts.objects.faults[i]),
                     {{"why", kFaults[i]}});
  }
  families.Counter("waystone_package_cache_hits_total", "Packages opened that were in the cache.",
                   Number(counts.objects.hits));
  families.Counter("waystone_package_cache_misses_total",
                   "Packages opened that had to be fetched, or checked anew.", Number(counts.objects.misses));
  families.Counter("waystone_package_cache_evictions_total", "Files that made room in the cache for others.",
                   Number(counts.cache.evicted));
  families.Gauge("waystone_package_cache_bytes",
                 "Bytes of the cache: of its files, and of those being fetched.", Number(counts.cache.bytes));
  families.Gauge("waystone_package_cache_objects", "Whole files in the cache.", Number(counts.cache.objects));
}

void ServerMetrics::AddMemory(MetricFamilies& families) const {
  const auto gauge = [&families](const char* owner, uint64_t bytes) {
    families.Gauge("waystone_memory_bytes", "Memory, by what takes it.", Number(bytes), {{"owner", owner}});
  };
  const CallRuntime& runtime = parts_.runtime;
  gauge("maps", parts_.store.counts().loaded_bytes);
  gauge("scratch", parts_.scratch_bytes.load());
  gauge("searches", runtime.memory.TakenBytes() + parts_.admin_runtime.memory.TakenBytes());
  gauge("waiting_requests", runtime.workers.LoadOf(Lane::kQuick).waiting_bytes +
                                runtime.workers.LoadOf(Lane::kSlow).waiting_bytes);
  gauge("unfinished_requests", parts_.served.unfinished_bytes());
  gauge("untaken_answers", runtime.answers.bytes() + parts_.admin_runtime.answers.bytes());
  gauge("prepared_changes", parts_.sets.bytes());
}

void ServerMetrics::AddQueue(MetricFamilies& families) const {
  const CallWorkers::Load quick = parts_.runtime.workers.LoadOf(Lane::kQuick);
  const CallWorkers::Load slow = parts_.runtime.workers.LoadOf(Lane::kSlow);
  families.Gauge("waystone_calls_waiting", "Calls that wait for a worker.", Number(quick.waiting),
                 {{"lane", "quick"}});
  families.Gauge("waystone_calls_waiting", "", Number(slow.waiting), {{"lane", "slow"}});
  families.Gauge("waystone_calls_running", "Calls that workers run.", Number(quick.running),
                 {{"lane", "quick"}});
  families.Gauge("waystone_calls_running", "", Number(slow.running), {{"lane", "slow"}});
  families.Gauge("waystone_streams", "Streams of Exchange that are open.",
                 Number(parts_.planning.open_streams()));
}

void ServerMetrics::AddConnections(MetricFamilies& families) const {
  families.Gauge("waystone_connections", "Connections, by the address that they came to.",
                 Number(parts_.served.connection_count()), {{"listener", "api"}});
  if (parts_.admin != nullptr) {
    families.Gauge("waystone_connections", "", Number(parts_.admin->connection_count()),
                   {{"listener", "admin"}});
  }
  const EndedCounts& ended = parts_.ended;
  families.Counter("waystone_connections_refused_total",
                   "Connections closed at once, over a limit or shunned.", Number(ended.connections_refused));
  constexpr char kEnded[] = "waystone_connections_ended_total";
  families.Counter(kEnded, "Connections ended for what they did.", Number(ended.reset_floods),
                   {{"why", "reset_flood"}});
  families.Counter(kEnded, "", Number(ended.unfinished_requests), {{"why", "unfinished_requests"}});
  families.Gauge("waystone_certificate_expires_timestamp_seconds",
                 "When the time of the server's certificate is over, since 1970; 0 without TLS.",
                 parts_.tls == nullptr ? 0 : static_cast<double>(parts_.tls->ExpiresAt_s()));
  families.Counter("waystone_untaken_answers_ended_total", "Calls ended because nobody took their answer.",
                   Number(ended.untaken_answers));
}

std::vector<prometheus::MetricFamily> ServerMetrics::Collect() const {
  MetricFamilies families;
  families.Gauge("waystone_build_info", "The server's version.", 1, {{"version", FullVersion()}});
  families.Gauge("waystone_ready", "Whether the server is ready, as /readyz tells.",
                 parts_.is_ready() ? 1 : 0);
  AddCallFamilies(parts_.runtime.observer.counters().Sum(), families);
  const SpanExporter* spans = parts_.runtime.observer.spans();
  families.Counter("waystone_spans_total", "Spans of traces for the collector.",
                   spans == nullptr ? 0 : Number(spans->sent()), {{"result", "sent"}});
  families.Counter("waystone_spans_total", "", spans == nullptr ? 0 : Number(spans->dropped()),
                   {{"result", "dropped"}});
  AddQueue(families);
  AddMaps(families);
  AddSource(families);
  AddMemory(families);
  AddConnections(families);
  AddProcess(started_s_, families);
  return families.Take();
}

std::string ServerMetrics::Text() const {
  return static_cast<const prometheus::Serializer&>(prometheus::TextSerializer()).Serialize(Collect());
}

}  // namespace waystone
