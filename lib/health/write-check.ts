import { open, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolderAsync } from "@/lib/platform/make-folder.mjs";
import { SECOND_MS } from "@/lib/rules/durations";

/** One block of most file systems, so that a full disk has no room for it. */
const BLOCK = Buffer.alloc(4_096, "tattle\n");

/** A result is used for this long, so that frequent checks do not wear the disk. */
const CACHE_MS = 5 * SECOND_MS;

/**
 * Returns a check that fails if no file can be written to the folder: it writes one, syncs it and removes it. Simultaneous
 * checks share one write, and its result is used for a few seconds.
 */
export function openWriteCheck(folder: string, cacheMs = CACHE_MS): () => Promise<void> {
  let latest: { result: Promise<void>; endedAt: number } | undefined;
  return () => {
    if (latest && performance.now() < latest.endedAt + cacheMs) return latest.result;
    const current = { result: write(folder), endedAt: Number.POSITIVE_INFINITY };
    latest = current;
    const end = () => {
      current.endedAt = performance.now();
    };
    current.result.then(end, end);
    return current.result;
  };
}

async function write(folder: string): Promise<void> {
  // One name for all processes, so that a file that a killed one left is removed. Journals have other names.
  const file = path.join(folder, "write-check");
  await makeFolderAsync(folder, 0o700);
  try {
    const handle = await open(file, "w", 0o600);
    try {
      await handle.writeFile(BLOCK);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}
