import { env } from "@/lib/platform/env";
import type { Store } from "@/lib/storage/store";
import { openFolder } from "./folder";

/** The backup store of this installation: a bucket if one is configured, else a folder. */
export async function openStore(): Promise<Store> {
  if (!env.BACKUP_S3_URL) return openFolder(env.BACKUP_DIR ?? `${env.DATA_DIR}/backups`);
  // Loaded only when needed: few installations have a bucket.
  const { openBucket } = await import("@/lib/storage/bucket");
  return openBucket(env.BACKUP_S3_URL, "application/gzip");
}
