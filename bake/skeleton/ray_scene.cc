#include "bake/skeleton/ray_scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"

namespace waystone {

struct RayScene::Embree {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  const float* points = nullptr;      // three each; the scene's
  const uint32_t* corners = nullptr;  // three each; the scene's

  std::array<Vec3, 3> CornersOf(uint32_t triangle) const {
    std::array<Vec3, 3> of_triangle;
    for (uint32_t k = 0; k < 3; ++k) {
      const float* const point = points + 3 * size_t{corners[3 * size_t{triangle} + k]};
      of_triangle[k] = {point[0], point[1], point[2]};
    }
    return of_triangle;
  }

  ~Embree() {
    if (scene != nullptr) rtcReleaseScene(scene);
    if (device != nullptr) rtcReleaseDevice(device);
  }
};

namespace {

constexpr const char* kDeviceConfig = "isa=sse4.2";

void SetRay(const Vec3& from, const Vec3& step, double length_m, RTCRay& ray) {
  ray.org_x = static_cast<float>(from.x);
  ray.org_y = static_cast<float>(from.y);
  ray.org_z = static_cast<float>(from.z);
  ray.dir_x = static_cast<float>(step.x);
  ray.dir_y = static_cast<float>(step.y);
  ray.dir_z = static_cast<float>(step.z);
  ray.tnear = 0;
  ray.tfar = static_cast<float>(length_m);
  ray.time = 0;
  ray.mask = std::numeric_limits<uint32_t>::max();
  ray.id = 0;
  ray.flags = 0;
}

// The triangle's height at a place over it; `about_y` if it stands upright. Embree divides by reciprocals
// that differ from one make of processor to another.
double HeightOn(const std::array<Vec3, 3>& corners, Vec2 at, double about_y) {
  const auto& [a, b, c] = corners;
  const Vec3 normal = Cross(b - a, c - a);
  if (normal.y == 0) return about_y;
  const double y = a.y - (normal.x * (at.x - a.x) + normal.z * (at.z - a.z)) / normal.y;
  return std::clamp(y, std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}));
}

}  // namespace

RayScene::~RayScene() = default;

absl::StatusOr<std::unique_ptr<RayScene>> RayScene::Create(std::span<const Vec3f> vertices,
                                                           std::span<const CollisionTriangle> triangles) {
  for (size_t i = 0; i < triangles.size(); ++i) {
    for (const uint32_t vertex : triangles[i].vertex) {
      if (vertex >= vertices.size()) return InvalidArgument("solid triangles[", i, "]: vertex out of range");
    }
  }
  auto embree = std::make_unique<Embree>();
  embree->device = rtcNewDevice(kDeviceConfig);
  if (embree->device == nullptr) {
    const bool is_memory = rtcGetDeviceError(nullptr) == RTC_ERROR_OUT_OF_MEMORY;
    return is_memory ? absl::ResourceExhaustedError("skeleton: out of memory")
                     : absl::InternalError("skeleton: Embree does not start");
  }
  embree->scene = rtcNewScene(embree->device);
  rtcSetSceneFlags(embree->scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST |
                                                             RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION));
  if (!triangles.empty()) {
    RTCGeometry geometry = rtcNewGeometry(embree->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* const points = static_cast<float*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertices.size()));
    auto* const corners = static_cast<uint32_t*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t), triangles.size()));
    if (points == nullptr || corners == nullptr) {
      rtcReleaseGeometry(geometry);
      return absl::InternalError("Embree: no memory for the triangles");
    }
    for (size_t i = 0; i < vertices.size(); ++i) {
      points[3 * i] = vertices[i].x;
      points[3 * i + 1] = vertices[i].y;
      points[3 * i + 2] = vertices[i].z;
    }
    for (size_t i = 0; i < triangles.size(); ++i) {
      std::copy(std::begin(triangles[i].vertex), std::end(triangles[i].vertex), corners + 3 * i);
    }
    embree->points = points;
    embree->corners = corners;
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(embree->scene, geometry);
    rtcReleaseGeometry(geometry);
  }
  rtcCommitScene(embree->scene);
  const RTCError error = rtcGetDeviceError(embree->device);
  if (error != RTC_ERROR_NONE) {
    return absl::InternalError(StrCat("Embree: error ", static_cast<int>(error), " while building the tree"));
  }
  std::unique_ptr<RayScene> scene(new RayScene());
  scene->embree_ = std::move(embree);
  return scene;
}

std::optional<double> RayScene::GroundBelow(const Vec3& from, double length_m) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit hit;
  SetRay(from, {0, -1, 0}, length_m, hit.ray);
  hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(embree_->scene, &context, &hit);
  if (hit.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
  return HeightOn(embree_->CornersOf(hit.hit.primID), from.Plane(),
                  from.y - static_cast<double>(hit.ray.tfar));
}

int RayScene::BacksLessFronts(const CastLine& line) const {
  // Sees every triangle and takes none, so that the ray goes on.
  struct Count {
    RTCIntersectContext context;
    const Embree* embree;
    Vec3 ahead;
    int backs_less_fronts;
  };
  Count count{{}, embree_.get(), line.to - line.from, 0};
  rtcInitIntersectContext(&count.context);
  count.context.filter = [](const RTCFilterFunctionNArguments* hit) {
    auto* const counted = reinterpret_cast<Count*>(hit->context);
    const auto [a, b, c] = counted->embree->CornersOf(RTCHitN_primID(hit->hit, hit->N, 0));
    counted->backs_less_fronts += Dot(Cross(b - a, c - a), counted->ahead) > 0 ? 1 : -1;
    hit->valid[0] = 0;
  };
  RTCRayHit hit;
  SetRay(line.from, count.ahead, 1, hit.ray);
  hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(embree_->scene, &count.context, &hit);
  return count.backs_less_fronts;
}

bool RayScene::IsBlocked(const CastLine& line) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay ray;
  SetRay(line.from, line.to - line.from, 1, ray);
  rtcOccluded1(embree_->scene, &context, &ray);
  return ray.tfar < 0;
}

}  // namespace waystone
