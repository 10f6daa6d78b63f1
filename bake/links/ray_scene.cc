#include "bake/links/ray_scene.h"

#include <embree3/rtcore.h>

#include <cstring>
#include <utility>

namespace waystone {

struct RayScene::Handles {
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;

  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    if (scene != nullptr) rtcReleaseScene(scene);
    if (device != nullptr) rtcReleaseDevice(device);
  }
};

RayScene::RayScene(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
RayScene::RayScene(RayScene&&) noexcept = default;
RayScene& RayScene::operator=(RayScene&&) noexcept = default;
RayScene::~RayScene() = default;

absl::StatusOr<RayScene> RayScene::Build(std::span<const Vec3f> vertices,
                                         std::span<const CollisionTriangle> triangles) {
  auto handles = std::make_unique<Handles>();
  handles->device = rtcNewDevice("isa=sse4.2");
  if (handles->device == nullptr) return absl::InternalError("embree: no device");
  handles->scene = rtcNewScene(handles->device);
  rtcSetSceneFlags(handles->scene, RTC_SCENE_FLAG_ROBUST);
  if (!triangles.empty()) {
    RTCGeometry geometry = rtcNewGeometry(handles->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                           sizeof(Vec3f), vertices.size());
    void* corners = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                            sizeof(CollisionTriangle), triangles.size());
    if (points == nullptr || corners == nullptr) {
      rtcReleaseGeometry(geometry);
      return absl::InternalError("embree: no memory for the triangles");
    }
    std::memcpy(points, vertices.data(), vertices.size_bytes());
    std::memcpy(corners, triangles.data(), triangles.size_bytes());
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(handles->scene, geometry);
    rtcReleaseGeometry(geometry);
  }
  rtcCommitScene(handles->scene);
  if (rtcGetDeviceError(handles->device) != RTC_ERROR_NONE)
    return absl::InternalError("embree: cannot build");
  return RayScene(std::move(handles));
}

bool RayScene::Blocked(const Vec3& from, const Vec3& to) const {
  const Vec3f origin = from.ToFloat();
  const Vec3f span = (to - from).ToFloat();
  RTCRay ray{};
  ray.org_x = origin.x;
  ray.org_y = origin.y;
  ray.org_z = origin.z;
  ray.dir_x = span.x;
  ray.dir_y = span.y;
  ray.dir_z = span.z;
  ray.tnear = 0;
  ray.tfar = 1;
  ray.mask = 0xffffffffU;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(handles_->scene, &context, &ray);
  return ray.tfar < 0;  // Embree's mark of a hit
}

}  // namespace waystone
