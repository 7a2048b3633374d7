import { isEnding } from "./ending.mjs";
import { Stop } from "./stop.mjs";

const EVERY_MS = 5_000;

/** Says what is being done, how long it took, and meanwhile how long it has taken, unless it shows output of its own. */
export async function step(name, work, { ticking = true } = {}) {
  if (isEnding()) throw new Stop("Stopping.");
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`${name}…`);
  const timer = ticking && setInterval(() => console.log(`${name}… ${seconds()} s`), EVERY_MS);
  try {
    const result = await work();
    if (seconds() > 0) console.log(`${name}… done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
