import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { expect, test } from "vitest";
import { eventually } from "@/testing/eventually";

const LOWER = 5;

/** Says the process ids of a backend of each pool, and waits. */
const WITH_POOLS = `
  import { commit, run } from "./lib/check-ins/connection.ts";
  import { pool } from "./lib/platform/db.ts";
  import { lowerPriority } from "./lib/platform/priority.ts";
  lowerPriority();
  const statement = "SELECT pg_backend_pid() AS pid";
  const [[checkIns], [changes], { rows: [others] }] = await Promise.all([
    run(statement),
    commit("changes", async (sql) => ({ writes: sql(statement), isSent: true })),
    pool.query(statement),
  ]);
  console.log(JSON.stringify({ checkIns: checkIns.pid, changes: changes.pid, others: others.pid }));
  setInterval(() => {}, 1_000);`;

const readSessionPriority = (pid: number) =>
  Number(/ nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8"))?.[1]);

/** The priorities of a process's first thread, and of its session where sessions have one. */
const readPriorities = (pid: number) => ({
  process: os.getPriority(pid),
  session: existsSync("/proc/self/autogroup") ? readSessionPriority(pid) : os.getPriority(pid),
});

test.skipIf(process.platform !== "linux")(
  "a lowered process lets others go first with all its threads and backends, but not with those for routine check-ins",
  async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", WITH_POOLS], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    try {
      const pid = child.pid ?? 0;
      const said = await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve));
      const { checkIns, changes, others } = JSON.parse(String(said));

      await eventually(() => expect(readPriorities(others)).toEqual({ process: LOWER, session: LOWER }));
      await eventually(() => expect(readPriorities(changes)).toEqual({ process: 10, session: 10 }));
      expect(readPriorities(checkIns)).toEqual({ process: 0, session: 0 });
      expect(readPriorities(pid)).toEqual({ process: LOWER, session: LOWER });
      const threads = readdirSync(`/proc/${pid}/task`).map(Number);
      expect(threads.map((thread) => os.getPriority(thread))).toEqual(threads.map(() => LOWER));
    } finally {
      child.kill();
    }
  },
);
