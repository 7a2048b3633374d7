import { rmSync } from "node:fs";
import path from "node:path";
import { migrate } from "@/prisma/migrate";
import { createDatabase } from "@/scripts/database";
import { atEnd } from "@/scripts/ending.mjs";
import { startPostgres } from "@/scripts/postgres";
import { Stop } from "@/scripts/stop.mjs";
import { type Measured, table } from "./measured";

const BENCHES: Record<string, () => Promise<{ bench: () => Promise<Measured[]> }>> = {
  api: () => import("./api"),
  checkin: () => import("./checkin"),
  pages: () => import("./pages"),
  sweep: () => import("./sweep"),
};

/** Runs one bench, or all, each on a Postgres of its own that keeps its promises about durability. */
export async function run(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown)
    throw new Stop(`There is no bench “${unknown}”. There are: ${Object.keys(BENCHES).join(", ")}.`);

  const folder = path.resolve(".data", "bench", String(process.pid));
  const server = await startPostgres(folder, { durable: true });
  atEnd(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  Object.assign(process.env, {
    DATABASE_URL: server.url("bench"),
    LOG_LEVEL: "error",
    DATA_DIR: folder,
    REDIS_URL: "",
    AUTH_SECRET: "only-the-benches-sign-with-this-secret",
  });
  await createDatabase(server.url("postgres"), "bench");
  await migrate(server.url("bench"));

  const measured: Measured[] = [];
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
    const { bench } = (await BENCHES[name]?.()) ?? { bench: async () => [] };
    measured.push(...(await bench()));
  }
  console.log(`\n${table(measured)}\n`);
  if (args.includes("--json")) console.log(JSON.stringify({ measured }));
  return measured.every(({ isReached }) => isReached) ? 0 : 1;
}
