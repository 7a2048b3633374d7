import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const STANDARD = 2;

/**
 * The descriptors beyond the standard three that this process was started with, and that a job would have without us. Node.js
 * closes them in its children. Its own are left out: event queues, pipes with both ends here, and /dev/null. Call it before
 * anything is opened.
 */
export function listInheritedDescriptors(): number[] {
  const open = readTargets();
  return [...open]
    .filter(([descriptor, target]) => {
      if (descriptor <= STANDARD || target === "/dev/null" || target.startsWith("anon_inode:")) return false;
      const ends = [...open.values()].filter((other) => other === target).length;
      return !(target.startsWith("pipe:") && ends > 1 && isCloseOnExec(descriptor));
    })
    .map(([descriptor]) => descriptor);
}

function readTargets(): Map<number, string> {
  try {
    return new Map(
      readdirSync("/proc/self/fd").flatMap((name): [number, string][] => {
        try {
          return [[Number(name), readlinkSync(`/proc/self/fd/${name}`)]];
        } catch {
          // The one that read the folder.
          return [];
        }
      }),
    );
  } catch {
    return new Map();
  }
}

const O_CLOEXEC = 0o2000000;

function isCloseOnExec(descriptor: number): boolean {
  const [, flags = "0"] =
    /flags:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
  return (Number.parseInt(flags, 8) & O_CLOEXEC) !== 0;
}
