import { createHash } from "node:crypto";
import { median } from "./measured";

const ROUNDS = 7;

/** A fixed piece of work of the kind that Tattle does: texts, objects and hashes. */
function work(): number {
  const rows = Array.from({ length: 60_000 }, (_, n) => ({
    id: (n * 76_543) % 60_000,
    name: `Job ${n}`,
    tags: ["a", "b"],
  }));
  const copies: typeof rows = JSON.parse(JSON.stringify(rows));
  copies.sort((one, other) => one.id - other.id);
  const hash = createHash("sha256");
  for (const { name } of copies) hash.update(name);
  return hash.digest().length;
}

/** How many milliseconds this machine needs for a fixed piece of work, so that durations of different machines compare. */
export function measureYardstick(): number {
  return median(
    Array.from({ length: ROUNDS }, () => {
      const startedAt = performance.now();
      work();
      return performance.now() - startedAt;
    }),
  );
}
