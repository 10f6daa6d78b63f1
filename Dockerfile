# syntax=docker/dockerfile:1
# The server, the baker and the command line on Debian 12. Build: docker build -t waystone .
# Serve: docker run --rm --read-only -e WAYSTONE_INSECURE=true -p 127.0.0.1:50051:50051 -v "$PWD/packages:/packages:ro" waystone

FROM debian:bookworm-slim AS build
WORKDIR /src
COPY scripts/setup scripts/packages.txt scripts/
RUN scripts/setup --build && rm -rf /var/lib/apt/lists/*
COPY . .
RUN cmake -S . -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
    && cmake --build /build --target waystone-server waystone-bake waystone \
    && cmake --install /build --strip --component programs --prefix /opt/waystone

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libgrpc++1.51 libprotobuf32 libspdlog1.10 libxxhash0 libyaml-cpp0.7 libjwt0 libcpp-httplib0.11 libpng16-16 libprometheus-cpp-core1.0 \
        librecast1 libembree3-3 libtinygltf2d libtinyobjloader2rc10 libmetis5 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/waystone/ /usr/local/
# A number, so that Kubernetes can see that it is not root.
USER 65532:65532
VOLUME /packages
EXPOSE 50051
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["waystone", "health", "--server", "127.0.0.1:50051"]
ENTRYPOINT ["waystone-server"]
CMD ["--packages", "/packages", "--listen", "0.0.0.0:50051"]
