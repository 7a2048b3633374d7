import type { Sql } from "@/lib/platform/db";

/** Until the transaction ends, no other one that locks the case changes its members or its channels. */
export const lockCase = (sql: Sql, caseId: string) =>
  sql("SELECT FROM cases WHERE id = $1 FOR NO KEY UPDATE", [caseId]);

/** In milliseconds. Longer than Prisma's defaults, because transactions that lock one case wait for each other. */
export const LOCK_TIMEOUTS = { maxWait: 10_000, timeout: 10_000 };
