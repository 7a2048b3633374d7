import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const BYTES = 16;
/** Asking the system for randomness costs more than all the rest of a check-in's parsing: it is fetched for many at once. */
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

/** An id for a check-in. Of two of this process, the later one is greater. */
export const newId = () => v7({ rng, seq: sequence++ });
