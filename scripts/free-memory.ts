import { existsSync, readFileSync } from "node:fs";
import { UserError } from "@/lib/platform/user-error.mjs";

const MB = 1024 * 1024;
const KB = 1024;

/** A group without a limit has the word or a number beyond any machine. */
const NO_LIMIT = 2 ** 60;

/** Where Linux says what a control group may use and uses, by version 2 and 1: that of the container, and that of this process. */
function listGroups(read: Read): [limitFile: string, usageFile: string][] {
  const own = read("/proc/self/cgroup") ?? "";
  const places = (pattern: RegExp) => ["", (pattern.exec(own)?.[1] ?? "/").replace(/\/$/, "")];
  return [
    ...places(/^0::(.*)$/m).map((place): [string, string] => [
      `/sys/fs/cgroup${place}/memory.max`,
      `/sys/fs/cgroup${place}/memory.current`,
    ]),
    ...places(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m).map((place): [string, string] => [
      `/sys/fs/cgroup/memory${place}/memory.limit_in_bytes`,
      `/sys/fs/cgroup/memory${place}/memory.usage_in_bytes`,
    ]),
  ];
}

type Read = (file: string) => string | null;
const readFile: Read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : null);

/** How much memory and swap a program can still take here, in bytes, also within a container. Null where no one says, as on macOS. */
export function readFreeMemory(read: Read = readFile): number | null {
  const text = read("/proc/meminfo");
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(text ?? "")?.[1] ?? 0);
  if (!text) return null;
  const ofMachine = (kilobytes("MemAvailable") + kilobytes("SwapFree")) * KB;
  const ofGroups = listGroups(read).map(([limitFile, usageFile]) => {
    const limit = Number(read(limitFile)?.trim() ?? Number.NaN);
    return limit < NO_LIMIT ? limit - Number(read(usageFile) ?? 0) : ofMachine;
  });
  return Math.min(ofMachine, ...ofGroups);
}

/** What the build of the pages takes at its peak, measured with Next.js 16.4 on two processors; with 1.5 GB it is killed. */
const BUILD_BYTES = 1_900 * MB;

/** Throws, with what to do, if there is too little memory to build the pages: Linux would kill the build without a word. */
export function requireMemoryToBuild(read?: Read): void {
  const free = readFreeMemory(read);
  if (free === null || free >= BUILD_BYTES) return;
  throw new UserError(
    `Building the pages needs 2 GB of memory, but only ${(free / 1_024 / MB).toFixed(1)} GB are free. Use a prebuilt release (docs/deployment.md, A new version), or add swap: fallocate -l 2G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile`,
  );
}
