import { pool } from "@/lib/platform/db";
import type { DiskSpace } from "@/lib/rules/disk-space";

type SeenDisk = DiskSpace & { host: string; path: string; lowSince: Date | null };

/** The disks of the workers as they last saw them, the fullest first. */
export async function listDisks(): Promise<SeenDisk[]> {
  const { rows } = await pool.query(
    `SELECT host, path, free_bytes::float8 AS "freeBytes", size_bytes::float8 AS "sizeBytes", low_since AS "lowSince"
     FROM disks ORDER BY free_bytes::float8 / size_bytes, host, path`,
  );
  return rows;
}
