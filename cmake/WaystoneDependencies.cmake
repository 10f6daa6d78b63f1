# Everything here is a Debian 12 package; scripts/setup installs them.
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(gRPC CONFIG REQUIRED)
find_package(absl CONFIG REQUIRED)
find_package(spdlog CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(yaml-cpp CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(GTest CONFIG REQUIRED)

find_library(RECAST_LIBRARY Recast REQUIRED)
find_library(DETOUR_LIBRARY Detour REQUIRED)
find_path(RECAST_INCLUDE_DIR recastnavigation/Recast.h REQUIRED)
