import pg from "pg";
import { vi } from "vitest";
import { pool } from "@/lib/platform/db";

type Statement = string | { text: string; values?: unknown[] };

type Plan = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** How many statements the work sends outside transactions: what it costs on any machine, however busy. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await listStatements(work)).length;

/** How often the work locks a case against further snitches: once in each transaction that would create one. */
export const countCaseLocks = async (work: () => Promise<unknown>): Promise<number> =>
  (await listTexts(work)).filter((text) => /FROM cases .*FOR NO KEY UPDATE/s.test(text)).length;

/**
 * How many statements the work sends, with those of transactions, their `BEGIN` and their `COMMIT`. Notifications do not count: open
 * pages get one in each while, however long that is.
 */
export const countAllStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await listTexts(work)).filter((text) => !text.includes("pg_notify")).length;

async function listTexts(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return (spy.mock.calls as unknown as [Statement][]).map(([statement]) =>
      typeof statement === "string" ? statement : statement.text,
    );
  } finally {
    spy.mockRestore();
  }
}

/** How many rows Postgres reads from tables for the work. Each of its statements runs once more, so it must only read. */
export async function countRowsRead(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  for (const [statement, values] of await listStatements(work)) {
    const { text, values: own } = typeof statement === "string" ? { text: statement } : statement;
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values ?? own);
    count += rowsReadBy(rows[0]["QUERY PLAN"][0].Plan);
  }
  return Math.round(count);
}

async function listStatements(work: () => Promise<unknown>): Promise<[Statement, unknown[]?][]> {
  const spy = vi.spyOn(pool, "query");
  try {
    await work();
    return [...spy.mock.calls] as unknown as [Statement, unknown[]?][];
  } finally {
    spy.mockRestore();
  }
}

function rowsReadBy(plan: Plan): number {
  const rows = plan["Relation Name"] ? plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsReadBy(part), rows * plan["Actual Loops"]);
}
