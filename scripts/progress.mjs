import { UserError } from "../lib/platform/user-error.mjs";
import { isShuttingDown } from "./shutdown.mjs";

const REPEAT_MS = 5_000;

/**
 * Runs a step and logs its name, its progress every few seconds (unless `ticking` is false), and how long it took. The result
 * of a program has its exit code; another one than 0 means that the step failed.
 */
export async function step(name, work, { ticking = true } = {}) {
  if (isShuttingDown()) throw new UserError("Stopping.");
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`${name}…`);
  const timer = ticking && setInterval(() => console.log(`${name}… ${seconds()} s`), REPEAT_MS);
  try {
    const result = await work();
    if (result?.code) console.log(`${name}… failed after ${seconds()} s`);
    else if (seconds() > 0) console.log(`${name}… done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
