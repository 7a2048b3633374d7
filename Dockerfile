# One image: by itself it runs everything, its own Postgres included; `demo` shows an example. Of several containers, each runs one of the
# processes (compose.yaml).
FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /app
# The install script of Prisma's command line would download an engine that nothing here needs; the name of any program stops it.
ENV PRISMA_SCHEMA_ENGINE_BINARY=/bin/true NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build
# Packages that run name Prisma's command line, TypeScript and Playwright as optional peers, which npm would keep.
RUN npm prune --omit=dev --legacy-peer-deps --no-audit --no-fund && rm -rf .next/image/cache node_modules/.cache
# Sources, compilers, maps and fonts have served their turn, and no picture is made smaller. Prisma brings a compiler for each database, twice,
# and sql.js a dozen builds: one of each is used.
RUN cd node_modules && rm -rf @img sharp @next/swc-* lightningcss* @tailwindcss tailwindcss geist next/dist/docs next/dist/esm
RUN find . -type f '(' -name '*.map' -o -name '*.a' -o -name '*.ts' -o -name '*.tsx' -o -name '*.[cm]ts' -o -path '*/sql.js/dist/*' ! -name 'sql-wasm.*' -o -path '*/@prisma/client/runtime/query_compiler_*' ! -name '*_small_bg.postgresql.*' ')' -delete

FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS base
# Nothing that runs needs npm, yarn or headers. What runs owns nothing but its data: Postgres, the journal of check-ins, and backups unless they
# go to a bucket.
RUN rm -rf /usr/local/include /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
RUN mkdir /data && chown node:node /data
# The demo listens on loopback alone, which nothing outside a container reaches.
RUN printf '#!/bin/sh\nexec env HOST="${HOST:-0.0.0.0}" node /app/scripts/demo.mjs\n' > /usr/local/bin/demo && chmod 755 /usr/local/bin/demo

# A copy, because a layer that deletes files makes an image no smaller.
FROM scratch
COPY --from=base / /
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 TATTLE_BUILD=.next/image DATA_DIR=/data WORKER_HOST=0.0.0.0 PROCESSES=one UV_THREADPOOL_SIZE=16 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
COPY --from=build /app /app
# What /readyz, the metrics and the operator's pages say. Without git, only who builds knows it.
ARG COMMIT=unknown
RUN echo "$COMMIT" > COMMIT
USER node
EXPOSE 2525 3000 3001 3002
CMD ["node", "scripts/start.mjs"]
