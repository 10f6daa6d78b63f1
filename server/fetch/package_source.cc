#include "server/fetch/package_source.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/digest/sha256.h"
#include "core/map/map_id.h"
#include "core/package/temp_file.h"
#include "server/fetch/fetch_caller.h"

namespace waystone {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kIndexLimit(20);  // of one request for it
constexpr int kIndexTries = 3;
constexpr milliseconds kIndexPause(200);  // between these
constexpr seconds kAskEach(5);
constexpr seconds kMostAtStart(30);    // that the world file is waited for
constexpr seconds kMostOfReload(600);  // that new packages are waited for

// A file that is whole, checked by `object.check` already or by its SHA-256 in the cache.
absl::Status CheckMap(const std::string& path, const PackageSummary& expected) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const ServedPackage> package, ServedPackage::Open(path));
  const PackageSummary& is = package->summary;
  const auto differs = [](const auto& what, const auto& found, const auto& wanted) {
    return absl::DataLossError(StrCat("its ", what, " is ", found, ", and the index says ", wanted));
  };
  if (is.map_id != expected.map_id) return differs("map", Quoted(is.map_id), Quoted(expected.map_id));
  if (is.generation != expected.generation) return differs("generation", is.generation, expected.generation);
  if (is.surface != expected.surface) return differs("surface", NameOf(is.surface), NameOf(expected.surface));
  const bool has_bounds = is.bounds.min == expected.bounds.min && is.bounds.max == expected.bounds.max;
  if (!has_bounds) return absl::DataLossError("its bounds are others than the index says");
  const absl::Status whole = LoadedMap::CheckWhole(package->reader);
  package->ForgetPages();
  return whole;
}

// Maps of the world.
std::set<std::string> MapsOf(const LoadedWorld* world) {
  std::set<std::string> maps;
  if (world == nullptr) return maps;
  for (uint32_t i = 0; i < world->view().maps().size(); ++i)
    maps.emplace(world->view().MapId(WorldMapIndex(i)));
  return maps;
}

// That each map of the world is in the index, in the generation that the world was made with.
absl::Status CheckMapsOf(const LoadedWorld& world, const PackageIndex& index) {
  std::map<std::string_view, std::string_view> generations;
  for (const PackageIndex::Map& map : index.maps) generations[map.summary.map_id] = map.summary.generation;
  for (uint32_t i = 0; i < world.view().maps().size(); ++i) {
    const auto found = generations.find(world.view().MapId(WorldMapIndex(i)));
    if (found == generations.end() || found->second != world.MapGeneration(WorldMapIndex(i)))
      return absl::FailedPreconditionError(StrCat(kWorldFileName,
                                                  ": was not made with the index's package of map ",
                                                  Quoted(world.view().MapId(WorldMapIndex(i)))));
  }
  return absl::OkStatus();
}

}  // namespace

// A map of the index.
class PackageSource::RemoteMap final : public RemotePackage {
 public:
  RemoteMap(PackageObjects& objects, PackageObject object) : objects_(objects), object_(std::move(object)) {}

  absl::StatusOr<std::shared_ptr<const PackageReader>> Open(const Deadline& deadline) const override {
    WS_ASSIGN_OR_RETURN(auto held, objects_.Hold(object_, deadline, FetchCaller::Current()));
    struct Reader {
      std::shared_ptr<const ObjectCache::Held> held;
      std::unique_ptr<PackageReader> reader;
    };
    WS_ASSIGN_OR_RETURN(std::unique_ptr<PackageReader> reader, PackageReader::OpenFile(held->path));
    const auto both = std::make_shared<Reader>(Reader{std::move(held), std::move(reader)});
    return std::shared_ptr<const PackageReader>(both, both->reader.get());
  }
  absl::Status LookAgain() const override { return objects_.LookAgain(object_); }
  bool IsHere() const override { return objects_.IsHere(object_); }
  const PackageObject& object() const { return object_; }

 private:
  PackageObjects& objects_;
  const PackageObject object_;
};

absl::StatusOr<std::unique_ptr<PackageSource>> PackageSource::Open(const PackageSourceOptions& options,
                                                                   const WaitingPlaces::Limits& waiting,
                                                                   const EventLog& log) {
  absl::StatusOr<SourceUrl> url = SourceUrl::Parse(options.url);
  if (!url.ok()) return InvalidArgument("--packages: ", url.status().message());
  if (!url->is_https && !url->is_loopback && !options.is_insecure)
    return InvalidArgument("--packages: http:// beyond loopback needs --insecure");
  if (options.cache.empty()) return InvalidArgument("--packages: a URL needs --package-cache");
  if (url->is_signed && options.s3_region.empty())
    return InvalidArgument("--packages: s3+ needs --s3-region, or AWS_REGION in the environment");
  WS_ASSIGN_OR_RETURN(std::unique_ptr<ObjectCache> cache,
                      ObjectCache::Open(options.cache, options.cache_bytes));
  return std::unique_ptr<PackageSource>(
      new PackageSource(*std::move(url), options, std::move(cache), waiting, log));
}

PackageSource::PackageSource(SourceUrl url, const PackageSourceOptions& options,
                             std::unique_ptr<ObjectCache> cache, const WaitingPlaces::Limits& waiting,
                             const EventLog& log)
    : url_(std::move(url)),
      log_(log),
      cache_(std::move(cache)),
      http_({.url = url_,
             .ca_file = options.ca_file,
             .s3_region = options.s3_region,
             .credentials_file = options.s3_credentials}),
      objects_(http_, *cache_, log, waiting) {}

// One of another source must not be taken for it.
std::string PackageSource::IndexPath() const {
  constexpr size_t kDigits = 16;
  const std::string name = StrCat("index-", Sha256Hex(url_.base).substr(0, kDigits), ".json");
  return (std::filesystem::path(cache_->folder()) / name).string();
}

// Keeps what comes in `asked_text_`; leaves it empty if the index is the one that is served.
absl::Status PackageSource::AskForIndex() {
  constexpr int kOk = 200;
  constexpr int kSame = 304;
  std::string text;
  const auto sink = [&text](const HttpClient::Answer&, std::span<const std::byte> piece) -> absl::Status {
    if (piece.size() > PackageIndex::kMaxBytes - text.size())
      return InvalidArgument("has more than ", PackageIndex::kMaxBytes, " bytes");
    text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    return absl::OkStatus();
  };
  ask_at_ = Deadline::Clock::now() + kAskEach;
  const auto answer =
      http_.Get({.path = std::string(kPackageIndexName), .etag = etag_, .limit = kIndexLimit}, sink);
  absl::Status status = answer.status();
  if (answer.ok() && answer->code != kOk && answer->code != kSame)
    status = absl::UnavailableError(StrCat("the source answers with HTTP ", answer->code));
  if (!status.ok()) status = absl::Status(status.code(), StrCat(kPackageIndexName, ": ", status.message()));
  TellWhetherUp(status);
  if (status.ok() && answer->code == kOk) {
    asked_text_ = std::move(text);
    asked_etag_ = answer->etag;
  }
  return status;
}

void PackageSource::TellWhetherUp(const absl::Status& status) {
  is_up_ = status.ok();
  if (std::exchange(told_up_, status.ok()) == status.ok() || absl::IsCancelled(status)) return;
  if (!status.ok()) {
    log_.Write(spdlog::level::err, "package_source_down", {{"reason", status.message()}});
  } else {
    log_.Write(spdlog::level::info, "package_source_up");
  }
}

absl::StatusOr<PackageIndex> PackageSource::IndexOfCache() const {
  WS_ASSIGN_OR_RETURN(const std::string text, ReadSmallFile(IndexPath(), PackageIndex::kMaxBytes));
  return PackageIndex::Parse(text);
}

void PackageSource::KeepIndex(const std::string& text) const {
  absl::StatusOr<TempFile> file = TempFile::Create(cache_->folder());
  absl::Status status = file.status();
  if (status.ok()) status = file->Write(std::as_bytes(std::span(text)));
  if (status.ok()) status = file->CommitAs(IndexPath());
  if (!status.ok()) log_.Write(spdlog::level::warn, "package_index_not_kept", {{"reason", status.message()}});
}

// That of the source; the first time that of the cache if the source is down, or has a bad one. Nothing: the served one still counts.
absl::StatusOr<std::optional<PackageIndex>> PackageSource::FindIndex(const Deadline& deadline) {
  if (!asked_text_.has_value()) {
    absl::Status status;
    for (int tries = 0; tries < kIndexTries; ++tries) {
      if (tries > 0) std::this_thread::sleep_for(kIndexPause);
      status = AskForIndex();
      if (!absl::IsUnavailable(status) || deadline.Expired()) break;
    }
    if (!status.ok() && has_served_) return status;
    if (!status.ok()) {
      absl::StatusOr<PackageIndex> cached = IndexOfCache();
      if (!cached.ok()) return status;
      return *std::move(cached);
    }
  }
  if (!asked_text_.has_value()) return std::nullopt;
  found_text_ = *std::exchange(asked_text_, std::nullopt);
  absl::StatusOr<PackageIndex> index = PackageIndex::Parse(found_text_);
  if (!index.ok()) {
    found_text_.clear();
    const absl::Status refused = RefuseIndex(index.status());
    if (has_served_) return refused;
    absl::StatusOr<PackageIndex> cached = IndexOfCache();
    if (!cached.ok()) return refused;
    return *std::move(cached);
  }
  told_index_.clear();
  return *std::move(index);
}

// REQUIRES: it is one of this source.
const PackageObject& PackageSource::ObjectOf(const ServedPackage& package) {
  return static_cast<const RemoteMap&>(*package.remote).object();
}

std::shared_ptr<const ServedPackage> PackageSource::PackageOf(const PackageIndex::Map& map) {
  std::string meaning = PackageIndex{.maps = {map}}.Text();
  const auto same = served_.packages.find(map.summary.map_id);
  if (same != served_.packages.end() && ObjectOf(*same->second).meaning == meaning) return same->second;
  auto package = std::make_shared<ServedPackage>();
  package->summary = map.summary;
  PackageObject object{.sha256 = map.sha256,
                       .size_bytes = map.summary.size_bytes,
                       .name = PackageFileName(map.summary.map_id),
                       .meaning = std::move(meaning)};
  object.check = [summary = map.summary](const std::string& path) { return CheckMap(path, summary); };
  package->remote = std::make_shared<RemoteMap>(objects_, std::move(object));
  return package;
}

absl::StatusOr<std::shared_ptr<const LoadedWorld>> PackageSource::FetchWorld(const PackageIndex::World& world,
                                                                             const Deadline& deadline) {
  if (served_.world != nullptr && served_.world->generation() == world.generation) return served_.world;
  const PackageObject object{
      .sha256 = world.sha256,
      .size_bytes = world.size_bytes,
      .name = std::string(kWorldFileName),
      .meaning = world.generation,
      .check = [generation = world.generation](const std::string& path) -> absl::Status {
        WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedWorld> loaded, LoadedWorld::Load(path));
        if (loaded->generation() == generation) return absl::OkStatus();
        return absl::DataLossError("its generation is another one than the index says");
      }};
  WS_ASSIGN_OR_RETURN(auto held, objects_.Hold(object, deadline, ""));
  struct Both {
    std::shared_ptr<const ObjectCache::Held> held;
    std::shared_ptr<const LoadedWorld> world;
  };
  WS_ASSIGN_OR_RETURN(auto loaded, LoadedWorld::Load(held->path));
  const auto both = std::make_shared<Both>(Both{std::move(held), std::move(loaded)});
  return std::shared_ptr<const LoadedWorld>(both, both->world.get());
}

// Says so once.
absl::Status PackageSource::RefuseIndex(const absl::Status& status) {
  const absl::Status named = InvalidArgument(kPackageIndexName, ": ", status.message());
  if (told_index_ != std::string(named.message()))
    log_.Write(spdlog::level::err, "package_index_refused", {{"reason", named.message()}});
  told_index_ = std::string(named.message());
  return named;
}

// The new packages that have to be whole before the switch to `next`: none takes the place of one that is here unchecked, whether its map is
// loaded or not, and none that was refused is taken unchecked later.
PackageSource::Wanted PackageSource::WantedBy(const MapStore& store, const Served& next) const {
  const std::vector<std::string> pinned = store.Pinned();
  Wanted wanted;
  for (const auto& [map_id, package] : next.packages) {
    const auto old = served_.packages.find(map_id);
    if (old == served_.packages.end() || old->second == package) continue;
    if (store.IsLoaded(map_id) || std::ranges::binary_search(pinned, map_id)) {
      wanted.loaded.push_back(map_id);
    } else if (objects_.IsHere(ObjectOf(*old->second)) || refused_maps_.contains(map_id)) {
      wanted.here.push_back(map_id);
    }
  }
  return wanted;
}

// Fetches and checks them as far as can be done until then; what cannot goes to `refused`. They are added to `held`, if it is given.
void PackageSource::FetchWanted(const std::vector<std::string>& map_ids, const Served& next,
                                const Deadline& until, Refused& refused, HeldObjects* held) {
  constexpr size_t kAhead =
      16;  // what is fetched long before it is looked at might have left the cache by then
  size_t begun = 0;
  for (size_t i = 0; i < map_ids.size(); ++i) {
    for (; begun < std::min(i + kAhead, map_ids.size()); ++begun)
      objects_.Begin(ObjectOf(*next.packages.at(map_ids[begun])));
    const PackageObject& object = ObjectOf(*next.packages.at(map_ids[i]));
    auto fetched = objects_.Hold(object, until, "");
    if (!fetched.ok()) {
      refused.refusals.push_back({object.name, fetched.status()});
      refused.map_ids.insert(map_ids[i]);
    } else if (held != nullptr) {
      held->push_back(*std::move(fetched));
    }
  }
}

// What cannot be switched stays as it was.
void PackageSource::KeepOld(const std::set<std::string>& map_ids, Served& next) const {
  for (const std::string& map_id : map_ids) {
    const auto old = served_.packages.find(map_id);
    if (old != served_.packages.end()) {
      next.packages[map_id] = old->second;
    } else {
      next.packages.erase(map_id);
    }
  }
}

absl::StatusOr<std::vector<MapStore::Refusal>> PackageSource::Load(MapStore& store,
                                                                   const Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  WS_ASSIGN_OR_RETURN(const std::optional<PackageIndex> index, FindIndex(deadline));
  if (!index.has_value()) return std::vector<MapStore::Refusal>();
  const Deadline until =
      deadline.SoonerOf(Deadline::Clock::now() + (has_served_ ? kMostOfReload : kMostAtStart));
  Served next;
  for (const PackageIndex::Map& map : index->maps) next.packages.emplace(map.summary.map_id, PackageOf(map));
  const Wanted wanted = WantedBy(store, next);
  absl::Status world_status;
  if (index->world.has_value()) {
    auto world = FetchWorld(*index->world, until);
    world_status = world.status();
    if (world.ok()) next.world = *std::move(world);
    if (next.world != nullptr && has_served_) world_status = CheckMapsOf(*next.world, *index);
  }
  Refused refused;
  HeldObjects held;                                         // until they are served
  FetchWanted(wanted.here, next, until, refused, nullptr);  // first: they need room that the others may take
  FetchWanted(wanted.loaded, next, until, refused, &held);
  refused_maps_ = refused.map_ids;
  std::set<std::string> together = MapsOf(next.world.get());
  together.merge(MapsOf(served_.world.get()));
  const bool is_world_refused =
      !world_status.ok() || std::ranges::any_of(refused.map_ids, [&](const std::string& map_id) {
        return together.contains(map_id);
      });
  if (!world_status.ok()) refused.refusals.push_back({std::string(kWorldFileName), world_status});
  if (is_world_refused) {
    next.world = served_.world;
    if (has_served_) refused.map_ids.merge(together);
  }
  KeepOld(refused.map_ids, next);
  Serve(*index, std::move(next), refused.refusals, store);
  return std::move(refused.refusals);
}

void PackageSource::Serve(const PackageIndex& index, Served next,
                          const std::vector<MapStore::Refusal>& refusals, MapStore& store) {
  MapStore::Contents contents;
  contents.world = next.world;
  contents.refusals = refusals;
  std::set<std::string> sha256s;  // with those that were refused, and are asked for again
  for (const PackageIndex::Map& map : index.maps) sha256s.insert(map.sha256);
  if (index.world.has_value()) sha256s.insert(index.world->sha256);
  for (const auto& [map_id, package] : next.packages) {
    contents.packages.push_back(package);
    sha256s.insert(ObjectOf(*package).sha256);
  }
  store.Serve(contents);
  const std::string text = std::exchange(found_text_, "");
  if (!text.empty() && (refusals.empty() || !has_served_)) KeepIndex(text);
  objects_.KeepOnly(sha256s);
  served_ = std::move(next);
  has_served_ = true;
  has_refused_ = !refusals.empty() || !told_index_.empty();
  etag_ = has_refused_ ? "" : std::exchange(asked_etag_, "");
}

bool PackageSource::HasNews(bool is_watched) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || Deadline::Clock::now() < ask_at_) return false;
  if (!is_watched && is_up_ && !has_refused_) return false;
  return AskForIndex().ok() && asked_text_.has_value();
}

void PackageSource::Stop() { objects_.Stop(); }

PackageSource::Counts PackageSource::counts() const {
  return {.objects = objects_.counts(), .cache = cache_->counts(), .is_up = is_up_};
}

}  // namespace waystone
