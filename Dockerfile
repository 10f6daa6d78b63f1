# syntax=docker/dockerfile:1
# The server, the baker and the command line on Debian 12. Build: docker build -t waystone .
# Serve: docker run --rm --read-only -e WAYSTONE_INSECURE=true -p 127.0.0.1:50051:50051 -v "$PWD/packages:/packages:ro" waystone

FROM debian:bookworm-slim AS build
WORKDIR /src
COPY scripts/setup scripts/packages.txt scripts/
RUN scripts/setup --build && rm -rf /var/lib/apt/lists/*
# The explorer page by itself: what npm fetches is fetched again only if the page has changed.
COPY explorer explorer
COPY scripts/build-explorer scripts/
RUN scripts/build-explorer /tmp/page
COPY . .
# What --version tells, for the image is built outside of git: --build-arg COMMIT="$(git rev-parse --short=12 HEAD)"
ARG COMMIT=""
RUN cmake -S . -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DWAYSTONE_COMMIT="$COMMIT" \
    && cmake --build /build --target waystone-server waystone-bake waystone \
    && cd /build && cpack

FROM debian:bookworm-slim
# The Debian package names the libraries that the programs are linked with.
RUN --mount=type=bind,from=build,source=/build,target=/build apt-get update \
    && apt-get install -y --no-install-recommends /build/waystone_*.deb \
    && rm -rf /var/lib/apt/lists/*
# A number, so that Kubernetes can see that it is not root.
USER 65532:65532
VOLUME /packages
EXPOSE 50051
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["waystone", "health", "--server", "127.0.0.1:50051"]
ENTRYPOINT ["waystone-server"]
CMD ["--packages", "/packages", "--listen", "0.0.0.0:50051"]
