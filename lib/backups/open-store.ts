import type { Store } from "@/lib/buckets/store";
import { env } from "@/lib/platform/env";
import { openFolder } from "./folder";

/** The backup store of this installation: a bucket if one is configured, else a folder. */
export async function openStore(): Promise<Store> {
  if (!env.BACKUP_S3_URL) return openFolder(env.BACKUP_DIR ?? `${env.DATA_DIR}/backups`);
  // Loaded only when needed: the S3 client is large.
  const { openBucket } = await import("@/lib/buckets/bucket");
  return openBucket(env.BACKUP_S3_URL, "application/gzip");
}
