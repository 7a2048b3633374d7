import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildEmbeddedUrl } from "@/lib/platform/embedded-postgres/address.mjs";
import { proportionalMemory } from "@/testing/processes";
import { chooseName, listTattleProcesses, npmStart } from "./idle";
import { MB, type Measured, smallerThan } from "./measured";

const REST_MS = 5 * 60_000;

/** Measures how much memory Tattle takes when nothing has happened for five minutes since a load of every kind. */
export async function bench(): Promise<Measured[]> {
  const dataDir = path.resolve(process.env.DATA_DIR ?? ".data", "after-load");
  // The first start builds, and keeps some memory of that.
  await (await npmStart(dataDir)).stop();
  const { pid, stop, ports } = await npmStart(dataDir);
  const load = fork("bench/busy.ts", {
    execArgv: ["--import", "tsx"],
    env: {
      ...process.env,
      ...ports,
      DATABASE_URL: buildEmbeddedUrl(path.join(dataDir, "postgres"), "tattle"),
    },
  });
  const [code] = await once(load, "exit");
  if (code !== 0) throw new Error("The load ended early.");
  process.send?.("resting");
  await sleep(REST_MS);
  const byName = new Map<string, number>();
  for (const each of listTattleProcesses(pid, dataDir))
    byName.set(chooseName(each), (byName.get(chooseName(each)) ?? 0) + proportionalMemory(each));
  await stop();
  const parts = [...byName].map(([name, bytes]) => `${name} ${Math.round(bytes / MB)}`);
  const total = [...byName.values()].reduce((sum, bytes) => sum + bytes, 0);
  return [smallerThan("memory five minutes after a load", total, 480 * MB, parts.join(", "))];
}
