import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const BYTES = 16;
/** Random bytes for many ids at once: a system call for each would cost more than parsing the check-in. */
const random = new Uint8Array(BYTES * 1_024);
let used = random.length;
let sequence = 0;

const rng = () => {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random.subarray(used, (used += BYTES));
};

/** A new check-in id. Within a process, later ids are greater. */
export const newId = () => v7({ rng, seq: sequence++ });
