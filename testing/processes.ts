import { readdirSync, readFileSync } from "node:fs";
import { readProcessStat } from "@/lib/platform/process-stat.mjs";

/** A process as listed in /proc. */
export type Process = { pid: number; parent: number; command: string };

export function listProcesses(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

function readProcess(pid: number): Process | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const [, parent] = readProcessStat(pid);
    return { pid, parent: Number(parent), command };
  } catch {
    // The process has ended since it was listed.
    return null;
  }
}

/** The process and all its descendants. */
export function withDescendants(pid: number, all: Process[]): Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return [
    ...all.filter((process) => process.pid === pid),
    ...children.flatMap((child) => withDescendants(child.pid, all)),
  ];
}

/** The proportional set size in bytes: a page that n processes share counts as 1/n for each. */
export function proportionalMemory({ pid }: Process): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}

/** The most memory that a process has had, in bytes. */
export function peakMemory(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}

/** The CPU time that the threads of a process have taken, and its children that have ended, in milliseconds; 0 if it has ended itself. */
export function cpuMs(process: Pick<Process, "pid">): number {
  try {
    return readCpuMs(process);
  } catch {
    return 0;
  }
}

function readCpuMs({ pid }: Pick<Process, "pid">): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  const fields = readProcessStat(pid);
  // Ticks of 10 ms, which are coarse, but few children end.
  const endedMs = 10 * (Number(fields[13]) + Number(fields[14]));
  return nanoseconds.reduce((total, each) => total + each, 0) / 1e6 + endedMs;
}
