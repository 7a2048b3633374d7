import { env } from "@/lib/platform/env";
import type { Store } from "@/lib/storage/store";

let opened: { url: string; bucket: Store } | undefined;

/** The bucket of outputs; null if none is configured. */
export async function openOutputBucket(): Promise<Store | null> {
  const url = env.OUTPUT_S3_URL;
  if (!url) return null;
  // Loaded only when needed: few installations have a bucket.
  const { openBucket } = await import("@/lib/storage/bucket");
  if (opened?.url !== url) opened = { url, bucket: openBucket(url, "application/octet-stream") };
  return opened.bucket;
}
