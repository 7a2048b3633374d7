import { expect, test } from "vitest";
import { answerReadiness, database, doorReadiness, journal, readiness } from "./ready";

const broken = { name: "broken", prove: () => Promise.reject(new Error("with a secret in it")) };
const hanging = { name: "hanging", prove: () => new Promise(() => {}) };

test("a process is ready when all that it needs is there", async () => {
  expect(await readiness([database, journal])).toEqual({
    ready: true,
    needs: { database: "ok", journal: "ok" },
  });
  expect(await doorReadiness()).toMatchObject({ ready: true });
  expect(answerReadiness(await readiness([database]))).toMatchObject({
    status: 200,
    body: '{"ready":true,"needs":{"database":"ok"}}\n',
  });
});

test("what fails or hangs is named, and nothing else is told", async () => {
  const found = await readiness([database, broken, hanging]);

  expect(found).toEqual({ ready: false, needs: { database: "ok", broken: "away", hanging: "away" } });
  const { status, body } = answerReadiness(found);
  expect(status).toBe(503);
  expect(body).not.toContain("secret");
});
