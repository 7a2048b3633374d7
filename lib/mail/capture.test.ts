import { expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { enqueueMagicLinks } from "@/testing/magic-links";
import { onlyCaptured, wasOnlyCaptured } from "./capture";
import { describeCapture } from "./describe-capture";

const captured = { outcome: "accepted", response: "captured" };
const accepted = { outcome: "accepted", response: "250 2.0.0 Ok: queued as 4XYZ" };
const refused = { outcome: "refused", response: "connect ECONNREFUSED" };

const HISTORIES: [string, { outcome: string; response: string }[], boolean][] = [
  ["never attempted", [], false],
  ["captured", [captured], true],
  ["captured after failures", [captured, refused], true],
  ["captured by two workers", [captured, captured], true],
  ["accepted by a mail server", [accepted], false],
  ["accepted by a server that says “captured” and more", [{ ...accepted, response: "250 captured" }], false],
  ["captured, and sent when a server was set up", [accepted, captured], false],
  ["only failed", [{ outcome: "rejected", response: "captured" }], false],
];

test.each(HISTORIES)("an email that was %s", async (_, attempts, isCaptured) => {
  expect(wasOnlyCaptured(attempts)).toBe(isCaptured);

  const [id = ""] = await enqueueMagicLinks("ada@example.com");
  await db.attempt.createMany({
    data: attempts.map((attempt) => ({ ...attempt, emailId: id, at: new Date(), latencyMs: 1 })),
  });
  const { rows } = await pool.query(`SELECT ${onlyCaptured("e.id")} AS found FROM emails e WHERE id = $1`, [
    id,
  ]);
  expect(rows).toEqual([{ found: isCaptured }]);
});

test("what was captured is still called not sent after a mail server was set up", () => {
  expect(describeCapture(false)).toBe("kept in the outbox, not sent: no mail server is set up");
  expect(describeCapture(true)).toBe("kept in the outbox, not sent: no mail server was set up");
});
