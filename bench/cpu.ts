import { pool } from "@/lib/platform/db";
import { readProcessStat } from "@/lib/platform/process-stat.mjs";
import { cpuMs, listProcesses, withDescendants } from "@/testing/processes";

/** The CPU time of a process, this one by default, and of Postgres while the work runs: other work on the machine hardly changes it. */
export async function measureCpuMs(work: () => Promise<unknown>, ofPid = process.pid): Promise<number> {
  const [{ pid }] = (await pool.query("SELECT pg_backend_pid() AS pid")).rows;
  const [, postmaster] = readProcessStat(pid);
  const measure = () => {
    const all = listProcesses();
    const measured = [
      ...all.filter((each) => each.pid === ofPid),
      ...withDescendants(Number(postmaster), all),
    ];
    return measured.reduce((sum, each) => sum + cpuMs(each), 0);
  };
  const before = measure();
  await work();
  return measure() - before;
}
