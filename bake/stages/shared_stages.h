// What bakes of several kinds of surface have in common: steps of the readers of sources, and stages. Each
// stage is a BakeStage's `run`, or what the stages of single kinds make theirs of.
#pragma once

#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bake/config/strategy.h"
#include "bake/navmesh/polygon_soup.h"
#include "bake/skeleton/skeleton_builder.h"
#include "bake/stages/bake_run.h"
#include "bake/zones/zone_baker.h"
#include "core/surface/snap.h"

namespace waystone {

// Chooses what the source becomes, holds the settings against it by `check` (null: by nothing) and warns of
// those that have no effect. InvalidArgument as ChooseStrategy, `check` and CheckSettingsUse.
absl::Status TakeStrategy(const MapTraits& traits, BakeRun& run,
                          absl::Status (*check)(const BakeRun& run) = nullptr);

// Builds the agent's surface from its polygons as the stage "navmesh", and opens the agent's part of the
// report. InvalidArgument as BuildNavmesh.
absl::Status AddSurface(const AgentConfig& agent, const PolygonSoup& soup, BakeRun& run);

// Brings a map-local position onto the surface of an agent.
using PlaceSnapper = std::function<SnapResult(const NavmeshView& mesh, const Vec3& position)>;

// Tells the report of the source and what becomes of it. Warns of settings that are probably not what was
// meant: on ground, an agent that steps over whatever is as high as itself; each named place at which `snap` finds that
// no agent can stand, with the nearest point where one can. O(log polygons) for each place and agent, more
// for places far from any surface.
absl::Status TellOfSurfaces(BakeRun& run, const PlaceSnapper& snap, bool has_ground = true);

// The solid triangles, which the package or a search for links needs.
bool NeedsSolid(const BakeRun& run);
absl::Status PackSolid(BakeRun& run);

// Per agent, what parts the islands of its surface.
absl::Status BakeGaps(BakeRun& run);

// Stages "find links" and "links" per agent that has any: the source's own, and those found along borders.
// InvalidArgument where a link names an agent that there is not, or links are to be looked for in a source
// without solid triangles or in one for which CheckLinkSearch refuses the settings.
absl::Status BakeLinks(BakeRun& run);
// Counts the links in an agent's report, by kind.
void CountLinks(const LinkData& data, AgentReport& report);

// The manifest's variants: agent by agent, for each of its sets of abilities one, its first the owner of its
// surface. Without sets: walking only and, where there are link abilities, all of those. A warning for each
// ability of a set that no link needs.
absl::Status PlanVariants(BakeRun& run);

// The zones of each variant. Warnings per agent: spawns that are not on its surface.
absl::Status BakeAllZones(BakeRun& run);
// The same, with spawns brought onto the surface by `snap`.
absl::Status BakeZonesBy(const SpawnSnapper& snap, BakeRun& run);

bool WantsSkeleton(const BakeRun& run);
// A skeleton per variant, made by `build` on the surface and links of the variant with that number.
using SkeletonMaker = std::function<absl::StatusOr<BuiltSkeleton>(const NavmeshView& mesh,
                                                                  const LinkView& links, size_t variant)>;
absl::Status AddSkeletons(BakeRun& run, const SkeletonMaker& build);
// The settings' options, leaps only if the variant may leap.
SkeletonOptions SkeletonOptionsOf(const BakeRun& run, const PlannedVariant& planned);

}  // namespace waystone
