import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { createDatabase } from "@/lib/platform/postgres-server";
import { UserError } from "@/lib/platform/user-error.mjs";
import { migrate } from "@/prisma/migrate";
import { step } from "@/scripts/progress.mjs";
import { onShutdown } from "@/scripts/shutdown.mjs";
import { type Measured, table } from "./measured";

const BENCHES: Record<string, () => Promise<{ bench: () => Promise<Measured[]> }>> = {
  api: () => import("./api"),
  checkin: () => import("./checkin"),
  pages: () => import("./pages"),
  delivery: () => import("./delivery"),
  sweep: () => import("./sweep"),
};

/** Runs one bench, or several one after the other, and tells in one table what they saw. */
export async function run(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown)
    throw new UserError(`There is no bench “${unknown}”. There are: ${Object.keys(BENCHES).join(", ")}.`);

  const [only, ...others] = names.length > 0 ? names : Object.keys(BENCHES);
  const measured =
    only && others.length === 0 ? await measure(only) : await measureEach([only ?? "", ...others]);
  // Whoever started us must have it before we end.
  if (process.send) await new Promise((sent) => process.send?.({ measured }, sent));
  console.log(`\n${table(measured)}\n`);
  if (args.includes("--json")) console.log(JSON.stringify({ measured }));
  return measured.every(({ isReached }) => isReached) ? 0 : 1;
}

/** Each in a process of its own: what one leaves behind must not slow the next one down. */
async function measureEach(names: string[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [i, name] of names.entries()) {
    const title = `Bench ${i + 1} of ${names.length}: ${name}`;
    measured.push(...(await step(title, () => measureApart(name), { ticking: false })));
  }
  return measured;
}

async function measureApart(name: string): Promise<Measured[]> {
  const child = spawn(process.execPath, ["scripts/bench.mjs", name], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let measured: Measured[] | undefined;
  child.on("message", (message: { measured: Measured[] }) => {
    measured = message.measured;
  });
  const exited = once(child, "exit");
  onShutdown(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  await exited;
  return measured ?? [{ what: name, seen: "did not come to its end", goal: "", isReached: false }];
}

/** Runs one bench, on a Postgres of its own that keeps its promises about durability. */
async function measure(name: string): Promise<Measured[]> {
  const folder = path.resolve(".data", "bench", String(process.pid));
  const server = await startPostgres(folder, { durable: true });
  onShutdown(async () => {
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
  const { bench } = (await BENCHES[name]?.()) ?? { bench: async () => [] };
  return bench();
}
