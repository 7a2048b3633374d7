import { query } from "@/lib/platform/db";
import { openOutputBucket } from "./open-bucket";

const BATCH_SIZE = 20;

/**
 * Deletes from the bucket the objects whose outputs have been deleted. Safe to run twice and in several workers. Throws if the
 * bucket is unreachable; a later run deletes the rest.
 */
export async function deleteRemovedObjects(): Promise<void> {
  const bucket = await openOutputBucket();
  if (!bucket) return;
  for (let isMore = true; isMore; ) {
    const rows = await query<{ key: string }>("SELECT key FROM removed_objects LIMIT $1", [BATCH_SIZE]);
    await Promise.all(rows.map(({ key }) => bucket.remove(key)));
    await query("DELETE FROM removed_objects WHERE key = ANY($1)", [rows.map(({ key }) => key)]);
    isMore = rows.length === BATCH_SIZE;
  }
}
