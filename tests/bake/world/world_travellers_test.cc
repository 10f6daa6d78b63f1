// Routes over a world for travellers of several sizes and abilities, against the same ways planned map by
// map.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/field_error.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/route/route_planner.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/hall_world.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr TravellerId kFirst(0);
constexpr TravellerId kJumper(1);
constexpr TravellerId kOgre(2);
constexpr TravellerId kJumpingOgre(3);
const Vec3 kOnPorch(5, 0, 5);
const Vec3 kInYard(8, 0, 8);

class WorldTravellers : public ::testing::Test {
 protected:
  // Baked once.
  static const HallWorld& Halls() {
    static const HallWorld kHalls(FourTravellers());
    return kHalls;
  }

  WorldRouteQuery QueryOf(const std::string& from, const Vec3& start, const std::string& to, const Vec3& goal,
                          TravellerId traveller, WorldMode mode = WorldMode::kMayUse) const {
    WorldRouteQuery query;
    query.traveller = traveller;
    query.mode = mode;
    query.start = {*world().FindMap(from), start};
    query.goals = {{*world().FindMap(to), goal}};
    query.shape = RouteShape::kTurningPoints;
    return query;
  }
  absl::StatusOr<WorldRouteAnswer> Plan(const WorldRouteQuery& query) {
    return PlanWorldRoute(*store_, query, scratch_);
  }
  // From the porch to the yard.
  WorldRouteAnswer Cross(TravellerId traveller, WorldMode mode = WorldMode::kMayUse) {
    absl::StatusOr<WorldRouteAnswer> answer =
        Plan(QueryOf("porch", kOnPorch, "yard", kInYard, traveller, mode));
    EXPECT_TRUE(answer.ok()) << answer.status();
    return *std::move(answer);
  }
  const WorldView& world() const { return store_->world().view(); }
  WorldPortal Portal(const std::string& name) const { return world().Portal(*world().FindPortal(name)); }

  // Each stretch costs what PlanRoute over its map alone says for that agent and these abilities, but for the
  // millimetre that paths keep off triggers which teleport.
  void ExpectWalksOfSingleMaps(const WorldRouteAnswer& answer, const std::string& agent,
                               const std::vector<std::string>& abilities) {
    double cost_m = 0;
    for (const WorldStretch& stretch : answer.stretches) {
      const std::shared_ptr<const OpenedMap> opened = *store_->Open(stretch.map);
      RouteQuery query;
      query.start = stretch.walk.points.front();
      query.goals = {stretch.walk.points.back()};
      query.max_length_ratio = 1;
      query.allow_partial = false;
      const absl::StatusOr<MapView> view = opened->map->View(agent, abilities);
      ASSERT_TRUE(view.ok()) << view.status();
      const absl::StatusOr<RouteAnswer> walk = PlanRoute(*view, query, scratch_);
      ASSERT_TRUE(walk.ok()) << walk.status();
      ASSERT_EQ(walk->status, RouteStatus::kComplete) << world().MapId(stretch.map);
      EXPECT_NEAR(stretch.walk.cost_m, walk->cost_m, 1e-3) << world().MapId(stretch.map);
      cost_m += stretch.walk.cost_m;
      if (!stretch.portal.IsNone()) cost_m += world().Portal(stretch.portal).cost_m;
    }
    EXPECT_NEAR(answer.cost_m, cost_m, 1e-9);
  }

  // What loading says of the world with one record changed, under right checksums.
  template <typename Record>
  std::string Damaged(SectionType type, VariantIndex variant, size_t index,
                      const std::function<void(Record&)>& change) const {
    PackageFile file = Halls().built().bytes;
    std::byte* const at = file.data() + EntryOf(file, IndexOf(file, type, variant)).offset;
    Record record;
    std::memcpy(&record, at + index * sizeof(Record), sizeof(Record));
    change(record);
    std::memcpy(at + index * sizeof(Record), &record, sizeof(Record));
    Reseal(file);
    const absl::Status status = LoadedWorld::FromPackage(*PackageReader::FromBytes(file, "damaged")).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    return std::string(status.message());
  }

  std::shared_ptr<WorldStore> store_ = Halls().Serve();
  Scratch scratch_;
};

TEST_F(WorldTravellers, WhoJumpsTakesTheShorterPathBetweenPortals) {
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    const WorldRouteAnswer walked = Cross(kFirst, mode);
    const WorldRouteAnswer jumped = Cross(kJumper, mode);
    ASSERT_EQ(walked.stretches.size(), 3U);
    ASSERT_EQ(jumped.stretches.size(), 3U);
    EXPECT_EQ(walked.stretches[1].walk.legs.size(), 1U);
    ASSERT_EQ(jumped.stretches[1].walk.legs.size(), 3U);
    EXPECT_EQ(jumped.stretches[1].walk.legs[1].kind, LinkKind::kJump);
    EXPECT_GT(walked.stretches[1].walk.cost_m, 70);
    EXPECT_LT(jumped.stretches[1].walk.cost_m, 30);
    ExpectWalksOfSingleMaps(walked, "human", {});
    ExpectWalksOfSingleMaps(jumped, "human", {"jump"});
  }
}

TEST_F(WorldTravellers, WhoDoesNotFitThroughAGapHasToJump) {
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    const WorldRouteAnswer walked = Cross(kOgre, mode);
    EXPECT_EQ(walked.status, RouteStatus::kUnreachable);
    EXPECT_EQ(walked.basis, RouteBasis::kSearch);
    EXPECT_EQ(walked.explanation, "this traveller has no path there; with more abilities there is one");
  }
  const WorldRouteAnswer jumped = Cross(kJumpingOgre);
  ASSERT_EQ(jumped.stretches.size(), 3U);
  ExpectWalksOfSingleMaps(jumped, "ogre", {"jump"});
}

TEST_F(WorldTravellers, HeadsAndTailsUseWhatTheTravellerMay) {
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    const auto to_yard = [&](TravellerId traveller) {
      return *Plan(QueryOf("hall", {5, 0, 10}, "yard", kInYard, traveller, mode));
    };
    ExpectWalksOfSingleMaps(to_yard(kJumper), "human", {"jump"});
    EXPECT_LT(to_yard(kJumper).cost_m + 40, to_yard(kFirst).cost_m);
    EXPECT_EQ(to_yard(kOgre).status, RouteStatus::kUnreachable);
    const auto from_porch = [&](TravellerId traveller) {
      return *Plan(QueryOf("porch", kOnPorch, "hall", {5, 0, 30}, traveller, mode));
    };
    ExpectWalksOfSingleMaps(from_porch(kJumpingOgre), "ogre", {"jump"});
    EXPECT_LT(from_porch(kJumper).cost_m + 40, from_porch(kFirst).cost_m);
    EXPECT_EQ(from_porch(kOgre).status, RouteStatus::kUnreachable);
  }
}

TEST_F(WorldTravellers, WhoLacksAnAbilityIsToldSo) {
  const WorldRouteQuery query = QueryOf("porch", kOnPorch, "yard", kInYard, kOgre);
  const WorldRouteAnswer ogre = *Plan(query);
  EXPECT_EQ(ogre.status, RouteStatus::kUnreachable);
  EXPECT_EQ(ogre.reason, RouteReason::kAbilityMissing);
  EXPECT_THAT(ogre.explanation, HasSubstr("with more abilities there is one"));
  // Nor if the expansions are used up.
  WorldRouteQuery small = query;
  small.max_expansions = 1;
  EXPECT_NE(Plan(small)->reason, RouteReason::kAbilityMissing);
  // Not if that would not help either.
  WorldRouteQuery closed = query;
  closed.traveller = kJumpingOgre;
  closed.limits.is_closed.assign(world().portals().size(), true);
  EXPECT_EQ(Plan(closed)->reason, RouteReason::kClosedByChanges);
  closed.traveller = kOgre;
  EXPECT_EQ(Plan(closed)->reason, RouteReason::kGoalUnreachable);
}

TEST_F(WorldTravellers, WhereNobodyIsMoreAbleThePortalsThatAreClosedToThemAreNamed) {
  const HallWorld alone({FourTravellers()[0], FourTravellers()[2]});
  store_ = alone.Serve();
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    const WorldRouteAnswer walked = Cross(TravellerId(1), mode);
    EXPECT_EQ(walked.reason, RouteReason::kGoalUnreachable);
    EXPECT_EQ(walked.explanation, "this traveller has no ground where portal \"crack\" begins or ends");
  }
}

TEST_F(WorldTravellers, AMapThatWasNotBakedForAnAgentIsClosedToIt) {
  EXPECT_THAT(Halls().built().warnings, Contains("halls:den: map \"den\": closed to agent \"ogre\", for it "
                                                 "was not baked for that agent, but for \"human\""));
  EXPECT_EQ(Portal("hole").closed_to, 0b1100U);
  EXPECT_EQ(Portal("tunnel").closed_to, 0b1100U);
  const auto over_den = [&](TravellerId traveller) {
    WorldRouteQuery query = QueryOf("porch", kOnPorch, "yard", kInYard, traveller);
    query.limits.is_closed.resize(world().portals().size(), false);
    query.limits.is_closed[world().FindPortal("enter")->value()] = true;
    return *Plan(query);
  };
  const WorldRouteAnswer human = over_den(kFirst);
  ASSERT_EQ(human.stretches.size(), 3U);
  EXPECT_EQ(world().MapId(human.stretches[1].map), "den");
  EXPECT_EQ(over_den(kJumpingOgre).status, RouteStatus::kUnreachable);
  EXPECT_EQ(over_den(kJumper).cost_m, human.cost_m);

  const absl::Status why =
      FieldError("profile", "map \"den\": agent \"ogre\" was not baked; there is \"human\"",
                 absl::StatusCode::kNotFound);
  const absl::Status start = Plan(QueryOf("den", {1, 0, 1}, "yard", kInYard, kOgre)).status();
  EXPECT_EQ(start, why);
  const absl::Status goal = Plan(QueryOf("porch", kOnPorch, "den", {1, 0, 1}, kOgre)).status();
  EXPECT_EQ(goal, why);
}

TEST_F(WorldTravellers, PortalsWithoutGroundForATravellerAreClosedToIt) {
  EXPECT_THAT(
      Halls().built().warnings,
      Contains("halls:crack: portal \"crack\": closed to agent \"ogre\" with \"jump\", for there is no "
               "ground for it where it arrives"));
  EXPECT_THAT(
      Halls().built().warnings,
      Contains("halls:back: portal \"back\": closed to agent \"ogre\", who cannot stand in its trigger"));
  EXPECT_EQ(Halls().built().warnings.size(), 6U);
  EXPECT_EQ(Portal("crack").closed_to, 0b1100U);
  EXPECT_EQ(Portal("back").closed_to, 0b1100U);
  EXPECT_EQ(Portal("enter").closed_to, 0U);
  const Vec3 in_closet(50.8, 0, 2);
  EXPECT_EQ(Plan(QueryOf("porch", kOnPorch, "yard", in_closet, kFirst))->stretches.size(), 2U);
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    const WorldRouteAnswer ogre = *Plan(QueryOf("porch", kOnPorch, "yard", in_closet, kJumpingOgre, mode));
    EXPECT_EQ(ogre.status, RouteStatus::kGoalOffMesh);
  }
}

TEST_F(WorldTravellers, ATravellerIsFoundByItsAgentAndByTheAbilitiesThatLinksNeed) {
  EXPECT_EQ(world().FindTraveller("", {}), kFirst);
  EXPECT_EQ(world().FindTraveller("human", {}), kFirst);
  EXPECT_EQ(world().FindTraveller("", {"swim"}), kFirst);
  EXPECT_EQ(world().FindTraveller("human", {"jump"}), kJumper);
  EXPECT_EQ(world().FindTraveller("", {"swim", "jump", "jump"}), kJumper);
  EXPECT_EQ(world().FindTraveller("ogre", {"jump", "fly"}), kJumpingOgre);
  EXPECT_EQ(world().FindTraveller("", {"climb"}), std::nullopt);
  EXPECT_EQ(world().FindTraveller("human", {"climb", "jump"}), std::nullopt);
  EXPECT_EQ(world().FindTraveller("troll", {}), std::nullopt);
}

TEST_F(WorldTravellers, AnotherTravellerChangesNothingForTheFirst) {
  const HallWorld alone(std::vector<TravellerSpec>(1));
  EXPECT_THAT(alone.built().warnings, testing::IsEmpty());
  const std::shared_ptr<const LoadedWorld> other = alone.Load();
  const WorldView& single = other->view();
  ASSERT_EQ(single.portals().size(), world().portals().size());
  int walks = 0;
  for (uint32_t i = 0; i < single.arrivals(kFirst).size(); ++i) {
    const ArrivalId arrival(i);
    const WorldMap& map = single.Map(single.arrivals(kFirst)[i].map);
    for (uint32_t exit = map.first_exit; exit < map.first_exit + map.exit_count; ++exit, ++walks) {
      for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
        EXPECT_EQ(single.WalkCost(arrival, PortalId(exit), kFirst, mode),
                  world().WalkCost(arrival, PortalId(exit), kFirst, mode));
        EXPECT_THAT(single.WalkPath(arrival, PortalId(exit), kFirst, mode),
                    testing::ElementsAreArray(world().WalkPath(arrival, PortalId(exit), kFirst, mode)));
      }
    }
  }
  EXPECT_GT(walks, 5);
}

TEST_F(WorldTravellers, AnAbilityThatNoLinkNeedsIsWarnedOf) {
  const HallWorld flying(std::vector<TravellerSpec>{{"human", {"fly", "jump"}, "halls:2"}});
  EXPECT_THAT(flying.built().warnings,
              ElementsAre("halls:2: ability \"fly\" has no effect: no link of any map needs it"));
  EXPECT_THAT(flying.Load()->view().travellers()[0].abilities, ElementsAre("jump"));
  EXPECT_EQ(flying.Load()->view().FindTraveller("", {"jump"}), kFirst);
}

TEST_F(WorldTravellers, WorldsAreTheSameWhateverTheThreads) {
  const absl::StatusOr<BuiltWorld> again =
      BuildWorld(Halls().manifest(), Halls().package_paths(), {.thread_count = 4});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->bytes, Halls().built().bytes);
}

TEST_F(WorldTravellers, UnchangedMapsAreTakenOverWhereTheTravellersAreTheSame) {
  const std::shared_ptr<const LoadedWorld> old = Halls().Load();
  const WorldBuildOptions options{.thread_count = 1, .old = old.get()};
  const absl::StatusOr<BuiltWorld> same = BuildWorld(Halls().manifest(), Halls().package_paths(), options);
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(same->maps_taken_over, 4U);
  EXPECT_EQ(same->bytes, Halls().built().bytes);
  WorldManifest fewer = Halls().manifest();
  fewer.travellers.pop_back();
  const absl::StatusOr<BuiltWorld> other = BuildWorld(fewer, Halls().package_paths(), options);
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->maps_taken_over, 0U);
  EXPECT_EQ(other->bytes, BuildWorld(fewer, Halls().package_paths(), {.thread_count = 1})->bytes);
}

TEST_F(WorldTravellers, WhoWalksAsAnotherDoesIsWarnedOf) {
  const TempFolder folder;
  const std::vector<std::string> packages = {
      BakeSource(folder.path(), "yard", "yard.map", "type octile\nheight 1\nwidth 4\nmap\n....\n")};
  WorldManifest manifest;
  manifest.maps.emplace_back().map_id = "yard";
  manifest.travellers = {{}, {"", {"fly"}, "realm:2"}};
  const absl::StatusOr<BuiltWorld> built = BuildWorld(manifest, packages, {.thread_count = 1});
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_THAT(
      built->warnings,
      testing::ElementsAre(testing::HasSubstr("ability \"fly\" has no effect: no link of any map needs it"),
                           testing::HasSubstr("realm:2: without effect, for it walks like the first agents: "
                                              "the first agents with \"fly\"")));
}

// A jump of 30 m, or 90 m on foot.
TEST_F(WorldTravellers, WhoJumpsTakesTheShorterWayOverWaypoints) {
  const TempFolder folder;
  const std::string cells = "type octile\nheight 1\nwidth 4\nmap\n....\n";
  const std::string trail =
      R"({"nodes": [{"id": 0, "x": 0, "y": 0, "z": 0}, {"id": 1, "x": 0, "y": 0, "z": 30},)"
      R"({"id": 2, "x": 30, "y": 0, "z": 30}, {"id": 3, "x": 30, "y": 0, "z": 0}],)"
      R"("links": [{"from": 0, "to": 1}, {"from": 1, "to": 2}, {"from": 2, "to": 3},)"
      R"({"from": 0, "to": 3, "kind": "jump"}]})";
  WorldManifest manifest;
  manifest.name = "trail";
  manifest.travellers = {{}, {"", {"jump"}, "trail:2"}};
  std::vector<std::string> packages;
  const auto bake = [&](const std::string& id, const std::string& file, const std::string& text) {
    packages.push_back(BakeSource(folder.path(), id, file, text));
    manifest.maps.emplace_back().map_id = id;
  };
  bake("end", "end.map", cells);
  bake("start", "start.map", cells);
  bake("trail", "trail.waypoints.json", trail);
  const auto join = [&](const std::string& from, const Aabb& box, const std::string& to, const Vec3& point) {
    PortalSpec& portal = manifest.portals.emplace_back();
    portal.name = from + to;
    portal.trigger.map_id = from;
    portal.trigger.box = box;
    portal.to.map_id = to;
    portal.to.point = point;
  };
  join("start", {Vec3(3, -1, 0), Vec3(4, 1, 1)}, "trail", Vec3(0, 0, 0));
  join("trail", {Vec3(29.5, -1, -0.5), Vec3(30.5, 1, 0.5)}, "end", Vec3(0.5, 0, 0.5));
  const absl::StatusOr<BuiltWorld> built = BuildWorld(manifest, packages, {.thread_count = 1});
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_THAT(built->warnings, testing::IsEmpty());
  ASSERT_TRUE(WritePackageFile(folder.File(std::string(kWorldFileName)), built->bytes).ok());
  MapStore maps;
  ASSERT_TRUE(maps.LoadFolder(folder.path()).ok());
  store_ = maps.World();
  const auto over_trail = [&](TravellerId traveller) {
    return *Plan(QueryOf("start", {0.5, 0, 0.5}, "end", {3.5, 0, 0.5}, traveller));
  };
  // Who walks is in the trigger where it begins, half a metre before the node; who jumps comes to the node.
  constexpr double kWithin_m = 0.002;
  EXPECT_NEAR(over_trail(kFirst).cost_m, 3 + 89.5 + 3, kWithin_m);
  EXPECT_NEAR(over_trail(kJumper).cost_m, 3 + 30 + 3, 1e-6);
  const WorldRouteAnswer jumped = over_trail(kJumper);
  ASSERT_EQ(jumped.stretches.size(), 3U);
  ExpectWalksOfSingleMaps(jumped, "", {"jump"});
  // The walk over the trail as the tail, and as the head.
  EXPECT_NEAR(Plan(QueryOf("start", {0.5, 0, 0.5}, "trail", {30, 0, 0}, kJumper))->cost_m, 3 + 30, 1e-6);
  EXPECT_NEAR(Plan(QueryOf("trail", {0, 0, 0}, "end", {3.5, 0, 0.5}, kFirst))->cost_m, 89.5 + 3, kWithin_m);
}

TEST_F(WorldTravellers, ATravellerThatIsNotThereIsRefused) {
  WorldRouteQuery query = QueryOf("porch", kOnPorch, "yard", kInYard, TravellerId(4));
  EXPECT_TRUE(absl::IsInvalidArgument(Plan(query).status()));
}

TEST_F(WorldTravellers, DamagedCountsAndListsAreNamed) {
  const auto header = [&](const std::function<void(WorldHeader&)>& change) {
    return Damaged<WorldHeader>(SectionType::kWorldHeader, 0, 0, change);
  };
  EXPECT_THAT(header([](WorldHeader& record) { record.traveller_count = 0; }),
              HasSubstr("header: 0 travellers instead of 1 to 32"));
  EXPECT_THAT(header([](WorldHeader& record) { record.traveller_count = 33; }), HasSubstr("33 travellers"));
  EXPECT_THAT(header([](WorldHeader& record) { record.traveller_count = 3; }), HasSubstr("other counts"));
  EXPECT_THAT(header([](WorldHeader& record) { record.traveller_count = 5; }), HasSubstr("world_arrivals"));
  EXPECT_THAT(header([](WorldHeader& record) { record.ability_count = 100; }), HasSubstr("other counts"));
  EXPECT_THAT(header([](WorldHeader& record) { record.first_agent = 1U << 30; }), HasSubstr("a name is"));
  EXPECT_THAT(header([](WorldHeader& record) { record.ability_count = 1; }),
              HasSubstr("travellers[0]: its abilities do not follow"));
  const auto ogre = [&](const std::function<void(WorldTraveller&)>& change) {
    return Damaged<WorldTraveller>(SectionType::kWorldTravellers, 0, 3, change);
  };
  EXPECT_THAT(ogre([](WorldTraveller& record) { record.agent = 1U << 30; }),
              HasSubstr("travellers[3]: the agent"));
  EXPECT_THAT(ogre([](WorldTraveller& record) { record.ability_count = 2; }),
              HasSubstr("travellers[3]: its"));
  EXPECT_THAT(ogre([](WorldTraveller& record) { record.ability_count = 0; }),
              HasSubstr("more than travellers"));
  const auto ability = [&](size_t index, TextOffset name) {
    return Damaged<TextOffset>(SectionType::kWorldAbilities, 0, index,
                               [=](TextOffset& text) { text = name; });
  };
  EXPECT_THAT(ability(0, 1U << 30), HasSubstr("abilities[0]: the name is outside"));
  EXPECT_THAT(ability(2, 0), HasSubstr("abilities[2]: not in the order"));
}

TEST_F(WorldTravellers, DamagedWalksOfATravellerAreNamed) {
  EXPECT_THAT(Damaged<WorldPortal>(SectionType::kWorldPortals, 0, 0,
                                   [](WorldPortal& portal) { portal.closed_to = 1U << 4; }),
              HasSubstr("portals[0]: closed to a traveller that is not there"));
  const uint32_t enter = world().FindPortal("enter")->value();
  EXPECT_THAT(Damaged<WorldPortal>(SectionType::kWorldPortals, 0, enter,
                                   [](WorldPortal& portal) { portal.closed_to = 1; }),
              HasSubstr("a walk to a portal that is closed"));
  EXPECT_THAT(Damaged<WorldArrival>(SectionType::kWorldArrivals, 3, 0,
                                    [](WorldArrival& arrival) { arrival.map = WorldMapIndex(2); }),
              HasSubstr("arrivals[0]: not among"));
  EXPECT_THAT(Damaged<double>(SectionType::kWorldCosts, 7, 0, [](double& cost_m) { cost_m = -1; }),
              HasSubstr("costs[0]: negative"));
}

}  // namespace
}  // namespace waystone
