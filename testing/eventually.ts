import { vi } from "vitest";

/** Far longer than anything that a test waits for, so that a busy machine only makes the test slower. */
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Repeats a check until it passes, and gives back what it returned. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, PATIENCE);
