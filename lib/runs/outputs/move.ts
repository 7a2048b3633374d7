import { Readable } from "node:stream";
import { query } from "@/lib/platform/db";
import type { Store } from "@/lib/storage/store";
import { openOutputBucket } from "./open-bucket";

/** Batch size: outputs that are in memory and uploaded together. */
const BATCH_SIZE = 20;

/** How many are moved in one run, so that a worker can be stopped within seconds. */
const MAX_PER_RUN = 2_000;

type Row = { id: string; data: Buffer };

/** The key of an output's object. It is the same each time, so that uploading twice leaves one object. */
const buildKey = (id: string) => `outputs/${id}`;

/** Since when an output has waited to be moved; null if none waits, or if no bucket is configured. */
export async function waitsToMoveSince(): Promise<Date | null> {
  if (!(await openOutputBucket())) return null;
  const [oldest] = await query<{ at: Date }>(
    "SELECT at FROM outputs WHERE data IS NOT NULL ORDER BY id LIMIT 1",
  );
  return oldest?.at ?? null;
}

/**
 * Moves outputs from the table into the bucket, if one is configured. Safe to run twice and in several workers: an output
 * stays in the table until it is uploaded. Throws if the bucket is unreachable; the rest is moved by a later run.
 */
export async function moveOutputs(): Promise<void> {
  const bucket = await openOutputBucket();
  if (!bucket) return;
  for (let seen = 0; seen < MAX_PER_RUN; seen += BATCH_SIZE) {
    const rows = await query<Row>(
      "SELECT id, data FROM outputs WHERE data IS NOT NULL ORDER BY id LIMIT $1",
      [BATCH_SIZE],
    );
    await moveBatch(bucket, rows);
    if (rows.length < BATCH_SIZE) return;
  }
}

async function moveBatch(bucket: Store, rows: Row[]): Promise<void> {
  const uploads = await Promise.allSettled(
    rows.map(({ id, data }) => bucket.write(buildKey(id), Readable.from([data]))),
  );
  const uploaded = rows.filter((_, i) => uploads[i]?.status === "fulfilled").map(({ id }) => id);
  const keys = uploaded.map(buildKey);
  await query(
    `UPDATE outputs o SET location = n.key, data = NULL
     FROM unnest($1::uuid[], $2::text[]) AS n(id, key) WHERE o.id = n.id AND o.data IS NOT NULL`,
    [uploaded, keys],
  );
  // Outputs that were deleted meanwhile. Their deletion did not know of the object.
  await query(
    `INSERT INTO removed_objects SELECT n.key FROM unnest($1::uuid[], $2::text[]) AS n(id, key)
     WHERE NOT EXISTS (SELECT FROM outputs o WHERE o.id = n.id) ON CONFLICT DO NOTHING`,
    [uploaded, keys],
  );
  for (const upload of uploads) if (upload.status === "rejected") throw upload.reason;
}
