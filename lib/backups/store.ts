import type { Readable } from "node:stream";
import { env } from "@/lib/platform/env";
import { openFolder } from "./folder";

/** A place that keeps backups. A backup appears there whole or not at all. */
export type Store = {
  /** For people; without secrets. */
  place: string;
  list: () => Promise<string[]>;
  /** Resolves when it is safe there. */
  write: (name: string, contents: Readable) => Promise<void>;
  read: (name: string) => Promise<Readable>;
  remove: (name: string) => Promise<void>;
};

/** Where this installation keeps its backups: a bucket if one is named, else a folder. */
export async function openStore(): Promise<Store> {
  if (!env.BACKUP_S3_URL) return openFolder(env.BACKUP_DIR ?? `${env.DATA_DIR}/backups`);
  const { openBucket } = await import("./bucket");
  return openBucket(env.BACKUP_S3_URL);
}
