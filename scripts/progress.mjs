import { isEnding } from "./ending.mjs";
import { Stop } from "./stop.mjs";

const EVERY_MS = 5_000;

/** Says what is being done, how long it has taken so far, and how long it took. */
export async function step(name, work) {
  if (isEnding()) throw new Stop("Stopping.");
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`${name}…`);
  const timer = setInterval(() => console.log(`${name}… ${seconds()} s`), EVERY_MS);
  try {
    const result = await work();
    if (seconds() > 0) console.log(`${name}… done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
