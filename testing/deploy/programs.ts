import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { lacks } from "@/testing/languages";
import { lacksOpenIdModule } from "./apache";

const POSTGRES_FOLDER = "/usr/lib/postgresql";

/** The folder of a full Postgres, with pg_basebackup: the newest of Debian's packages, or that on the PATH. Null if there is none. */
export function findPostgres(): string | null {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
  const newest = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map(buildBinFolder)
    .find(isFull);
  if (newest) return newest;
  return (process.env.PATH ?? "").split(path.delimiter).find(isFull) ?? null;
}

const buildBinFolder = (version: string) => path.join(POSTGRES_FOLDER, version, "bin");
const isFull = (folder: string) =>
  ["initdb", "pg_ctl", "pg_basebackup", "postgres"].every((name) => existsSync(path.join(folder, name)));

/** The packages that the tests of `deploy/` need, by what each of them brings. */
const PACKAGES = [
  "haproxy",
  "pgbouncer",
  "postgresql",
  "redis-server",
  "redis-sentinel",
  "apache2",
  "libapache2-mod-auth-openidc",
] as const;
type Package = (typeof PACKAGES)[number];

function isMissing(name: Package): boolean {
  if (name === "postgresql") return findPostgres() === null;
  if (name === "libapache2-mod-auth-openidc") return lacksOpenIdModule();
  return lacks(name);
}

/** Which of these packages this machine does not have. */
export const missingPackages = (needed: readonly Package[] = PACKAGES): Package[] => needed.filter(isMissing);
