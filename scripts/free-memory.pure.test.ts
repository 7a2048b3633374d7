import { expect, test } from "vitest";
import { readFreeMemory, requireMemoryToBuild } from "./free-memory";

const GB = 1024 ** 3;
const meminfo = (available: number, swap = 0) =>
  `MemTotal:       ${4 * 1024 ** 2} kB\nMemFree:            1 kB\nMemAvailable:   ${Math.round((available * GB) / 1024)} kB\nSwapFree:        ${(swap * GB) / 1024} kB\n`;
const machine = (files: Record<string, string>) => (file: string) => files[file] ?? null;

test.each([
  ["memory and swap", { "/proc/meminfo": meminfo(1, 2) }, 3 * GB],
  [
    "a container without a limit",
    { "/proc/meminfo": meminfo(3), "/sys/fs/cgroup/memory.max": "max\n" },
    3 * GB,
  ],
  [
    "a container with one",
    {
      "/proc/meminfo": meminfo(3),
      "/sys/fs/cgroup/memory.max": `${GB}\n`,
      "/sys/fs/cgroup/memory.current": `${GB / 2}\n`,
    },
    GB / 2,
  ],
  [
    "an old container without one",
    { "/proc/meminfo": meminfo(3), "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n" },
    3 * GB,
  ],
  [
    "a service with one",
    {
      "/proc/meminfo": meminfo(3),
      "/proc/self/cgroup": "0::/system.slice/tattle.service\n",
      "/sys/fs/cgroup/memory.max": "max\n",
      "/sys/fs/cgroup/system.slice/tattle.service/memory.max": `${GB}\n`,
    },
    GB,
  ],
  ["another system", {}, null],
])("free is what is left of %s", (_, files, expected) => {
  expect(readFreeMemory(machine(files))).toBe(expected);
});

test("a build that would be killed is refused with what to do", () => {
  expect(() => requireMemoryToBuild(machine({ "/proc/meminfo": meminfo(0.9) }))).toThrow(
    /needs 2 GB of memory, but only 0\.9 GB are free\. Use a prebuilt release.*or add swap/,
  );
  requireMemoryToBuild(machine({ "/proc/meminfo": meminfo(1, 1) }));
  requireMemoryToBuild(machine({}));
});
