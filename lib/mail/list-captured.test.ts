import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { type CapturedCursor, listCaptured } from "./list-captured";

const tuesday = new Date("2026-03-10T10:00Z");

beforeEach(() => db.capturedEmail.deleteMany());

/** Captures as many emails at the same instant, for example while an outage is reported. */
const capture = (count: number, given: { to?: string; subject?: string; at?: Date } = {}) =>
  db.capturedEmail.createMany({
    data: Array.from({ length: count }, () => ({
      id: randomUUID(),
      at: tuesday,
      from: "tattle@example.com",
      to: "ada@example.com",
      subject: "Missing: Backup",
      html: "",
      text: "",
      ...given,
    })),
  });

test("the pages of the outbox have every email once, newest first, even of one instant", async () => {
  await capture(120);
  await capture(1, { at: new Date("2026-03-11T10:00Z"), subject: "newest" });
  const seen: string[] = [];
  let after: CapturedCursor | null = null;
  do {
    const page = await listCaptured({ after });
    if (seen.length === 0) expect(page.emails[0]).toMatchObject({ subject: "newest" });
    seen.push(...page.emails.map(({ id }) => id));
    after = page.next;
  } while (after);

  expect(seen).toHaveLength(121);
  expect(new Set(seen).size).toBe(121);
});

test("a search finds parts of subjects and addresses, in any case, and takes wildcards literally", async () => {
  await capture(1, { subject: "Missing: 100 % of Sync", to: "Ops@Example.com" });
  await capture(1, { subject: "Errored: Sync" });
  const find = async (query: Parameters<typeof listCaptured>[0]) =>
    (await listCaptured(query)).emails.map(({ subject }) => subject);

  expect(await find({ subject: "100 % of" })).toEqual(["Missing: 100 % of Sync"]);
  expect(await find({ subject: "%" })).toEqual(["Missing: 100 % of Sync"]);
  expect(await find({ to: "ops@example" })).toEqual(["Missing: 100 % of Sync"]);
  expect(await find({ subject: "SYNC" })).toHaveLength(2);
  expect(await find({ subject: "sync", to: "ada" })).toEqual(["Errored: Sync"]);
  expect(await find({ subject: "nothing like it" })).toEqual([]);
});

test("a search that finds nothing among many emails reads the index and no email", async () => {
  await pool.query(
    `INSERT INTO captured_emails (id, at, "from", "to", subject, html, text)
     SELECT gen_random_uuid(), $1::timestamptz + n * interval '1 second', 'a', 'b' || n || '@example.com', 'Missing ' || n,
       repeat(md5(n::text), 20), 'text' FROM generate_series(1, 5000) n`,
    [tuesday],
  );
  await pool.query("VACUUM ANALYZE captured_emails");
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(
    `EXPLAIN SELECT id, at, "to", subject FROM captured_emails WHERE position('x' IN lower(subject)) > 0
     ORDER BY at DESC, id DESC LIMIT 51`,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Only Scan Backward");
});
