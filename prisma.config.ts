import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "prisma/config";
import { buildEmbeddedUrl, readPort } from "./lib/platform/embedded-postgres/address.mjs";
import { readSecretFiles } from "./lib/platform/secret-files";

if (existsSync(".env")) process.loadEnvFile(".env");
const { DATA_DIR, DATABASE_URL: url, DATABASE_URL_FILE } = process.env;
const { DATABASE_URL } = readSecretFiles({ DATABASE_URL: url, DATABASE_URL_FILE });

// Prisma would download a native schema engine, which is not on npm. This program is the same engine as WebAssembly. Windows
// starts no scripts: there Prisma downloads its own.
if (process.platform !== "win32")
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve("prisma/schema-engine.mjs");
// After each command Prisma would ask its makers for news.
process.env.CHECKPOINT_DISABLE ??= "1";

/** The embedded Postgres of `npm start`. */
const embedded = path.resolve(DATA_DIR || ".data", "postgres");

/** Only Prisma's command line reads this: production doesn't have it. */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: {
    url: DATABASE_URL || (readPort(embedded) && buildEmbeddedUrl(embedded, "tattle")) || undefined,
  },
});
