import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db, pool } from "@/lib/platform/db";
import { ACTOR, aCase, aMember, aSnitch, aWebhook, PLAIN_CHECK_IN } from "@/testing/factories";
import { createApiKey } from "./api-key";
import { invite } from "./invite";
import { removeCase } from "./remove";

const SNITCHES = 60;
const CHECK_INS_EACH = 300;

/** A case with at least one of everything, and a long history. */
async function aFullCase() {
  const { id: caseId } = await aCase();
  const ada = await aMember({ caseId });
  const by = { ...ACTOR, id: ada.id };
  await aWebhook({ caseId, url: "http://127.0.0.1:1/hook" });
  await createApiKey(caseId, { name: "CI" }, by);
  await invite(caseId, { email: "bob@example.com", role: "viewer" }, by, new Date());
  const deadline = new Date(Date.now() + 3_600_000);
  const snitches = await Promise.all(
    Array.from({ length: SNITCHES }, () =>
      aSnitch({ caseId, status: "healthy", interval: "hourly", deadline }),
    ),
  );
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status)
     SELECT new_id(), s.id, now() - n * interval '10 minutes', '' FROM snitches s, generate_series(1, $2::int) n
     WHERE s.case_id = $1`,
    [caseId, CHECK_INS_EACH],
  );
  return { caseId, tokens: snitches.map(({ token }) => token) };
}

const report = (token: string, exitStatus: string) =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token, at: new Date(), exitStatus });

test("deleting a case removes everything in it while check-ins arrive, and every check-in gets a response", async () => {
  const { caseId, tokens } = await aFullCase();
  const others = await Promise.all(
    Array.from({ length: SNITCHES }, () => aSnitch({ status: "healthy", interval: "hourly" })),
  );
  const all = others.map(({ token }) => token).flatMap((token, i) => [token, tokens[i] ?? ""]);

  let isDeleted = false;
  const counts = new Map<string, number>();
  const jobs = Array.from({ length: 16 }, async (_, job) => {
    for (let turn = 0; !isDeleted || turn < 40; turn++) {
      const token = all[(turn * 16 + job * 7) % all.length] ?? "";
      const { kind } = await report(token, turn % 3 === 0 ? "1" : "0");
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  });
  await report(tokens[0] ?? "", "0");
  await removeCase(caseId, ACTOR);
  isDeleted = true;
  await Promise.all(jobs);

  for (const table of [
    "snitches",
    "api_keys",
    "channels",
    "members",
    "invitations",
    "alerts",
    "audit_events",
  ]) {
    const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${table} WHERE case_id = $1`, [
      caseId,
    ]);
    expect(rows[0].count, table).toBe(0);
  }
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM check_ins c WHERE NOT EXISTS (SELECT FROM snitches WHERE id = c.snitch_id)",
  );
  expect(rows[0].count).toBe(0);
  expect((await report(tokens[0] ?? "", "0")).kind).toBe("unknown");
  expect(counts.get("unknown")).toBeGreaterThan(0);
  expect(counts.get("recorded")).toBeGreaterThan(0);
  expect(counts.get("lost")).toBeUndefined();
  expect(await db.snitch.count({ where: { id: { in: others.map(({ id }) => id) } } })).toBe(SNITCHES);
});

test("a case can be deleted by two requests at the same time", async () => {
  const { caseId } = await aFullCase();

  await Promise.all([removeCase(caseId, ACTOR), removeCase(caseId, ACTOR)]);

  expect(await db.case.findUnique({ where: { id: caseId } })).toBeNull();
});
