import { expect, test } from "vitest";
import { checkInReadiness, database, journal, readiness, readinessResponse } from "./ready";

const broken = { name: "broken", check: () => Promise.reject(new Error("with a secret in it")) };
const hanging = { name: "hanging", check: () => new Promise(() => {}) };

test("a process is ready when all that it needs is there", async () => {
  expect(await readiness([database, journal])).toEqual({
    ready: true,
    needs: { database: "ok", journal: "ok" },
  });
  expect(await checkInReadiness()).toMatchObject({ ready: true });
  expect(readinessResponse(await readiness([database]))).toMatchObject({
    status: 200,
    body: '{"ready":true,"needs":{"database":"ok"}}\n',
  });
});

test("what fails or hangs is named, and nothing else is told", async () => {
  const found = await readiness([database, broken, hanging]);

  expect(found).toEqual({ ready: false, needs: { database: "ok", broken: "away", hanging: "away" } });
  const { status, body } = readinessResponse(found);
  expect(status).toBe(503);
  expect(body).not.toContain("secret");
});
