import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const BYTES = 16;
/** Random bytes for many ids, because a system call for each id would cost more than parsing a check-in. */
const random = new Uint8Array(BYTES * 1_024);
let usedBytes = random.length;
let sequence = 0;

const rng = () => {
  if (usedBytes === random.length) {
    randomFillSync(random);
    usedBytes = 0;
  }
  return random.subarray(usedBytes, (usedBytes += BYTES));
};

/** A new UUID of version 7, of the current time or another one. Within a process, later ids of a time are greater. */
export const newId = (at?: Date) => v7({ rng, seq: sequence++, msecs: at?.getTime() });
