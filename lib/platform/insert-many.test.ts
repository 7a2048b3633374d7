import fc from "fast-check";
import { expect, test } from "vitest";
import { type Column, insertMany } from "./columns";
import { type Sql, transaction } from "./db";

type Row = { text: string | null; json: unknown; at: Date | null; dueAt: Date | null };

const COLUMNS: Column<Row>[] = [
  ["text", "text", ({ text }) => text],
  ["json", "json", ({ json }) => json],
  ["at", "time", ({ at }) => at],
  ["due_at", "time or now", ({ dueAt }) => dueAt],
];

const createTable = (sql: Sql) =>
  sql(`CREATE TEMP TABLE inserted (position serial, text text, json jsonb, at timestamptz(3), due_at timestamptz(3))
       ON COMMIT DROP`);

const readBack = (sql: Sql) =>
  sql<Row>(`SELECT text, json, at, due_at AS "dueAt" FROM inserted ORDER BY position`);

// Postgres stores every character except this one.
const text = fc.string({ unit: "binary" }).map((characters) => characters.replaceAll("\0", ""));
const json = fc.oneof(fc.constant(null), fc.dictionary(text, fc.oneof(text, fc.array(text), fc.integer())));
const time = fc.date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
const row = fc.record({ text: fc.option(text), json, at: fc.option(time), dueAt: time });

test("what is inserted is read back as it was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const read = await transaction(async (sql) => {
        await createTable(sql);
        await insertMany(sql, "inserted", COLUMNS, rows);
        return readBack(sql);
      });
      expect(read).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

test("a time or now without a time is that of the database", async () => {
  const wednesday = new Date("2026-03-11T00:00Z");
  await transaction(async (sql) => {
    await createTable(sql);
    const row = { text: "", json: null, at: null };
    await insertMany(sql, "inserted", COLUMNS, [
      { ...row, dueAt: wednesday },
      { ...row, dueAt: null },
    ]);
    const [{ now } = { now: wednesday }] = await sql<{ now: Date }>("SELECT now()::timestamptz(3) AS now");
    expect((await readBack(sql)).map(({ dueAt }) => dueAt)).toEqual([wednesday, now]);
  });
});
