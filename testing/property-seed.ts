import fc from "fast-check";

/** What properties are tested with unless PROPERTY_SEED is set, so that every run of the same code has the same result. */
const SEED = 1;
const seed = process.env.PROPERTY_SEED || SEED;
if (seed !== "random" && !Number.isInteger(Number(seed)))
  throw new Error(`PROPERTY_SEED is “${seed}”. Set it to an integer, or to “random”.`);
fc.configureGlobal(seed === "random" ? {} : { seed: Number(seed) });
