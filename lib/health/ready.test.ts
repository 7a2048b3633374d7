import { expect, test } from "vitest";
import { COMMIT, VERSION } from "@/lib/platform/version";
import { checkInReadiness, database, journal, readiness, readinessResponse } from "./ready";

const broken = { name: "broken", check: () => Promise.reject(new Error("with a secret in it")) };
const hanging = { name: "hanging", check: () => new Promise(() => {}) };

test("a process is ready when all its dependencies are available", async () => {
  expect(await readiness([database, journal])).toEqual({
    ready: true,
    needs: { database: "ok", journal: "ok" },
  });
  expect(await checkInReadiness(Number.POSITIVE_INFINITY)).toMatchObject({ ready: true });
  expect(readinessResponse(await readiness([database]))).toMatchObject({
    status: 200,
    body: `{"ready":true,"needs":{"database":"ok"},"version":"${VERSION}","commit":"${COMMIT}"}\n`,
  });
});

test("a dependency that fails or hangs is named, and its error is not revealed", async () => {
  const result = await readiness([database, broken, hanging]);

  expect(result).toEqual({
    ready: false,
    needs: { database: "ok", broken: "unavailable", hanging: "unavailable" },
  });
  const { status, body } = readinessResponse(result);
  expect(status).toBe(503);
  expect(body).not.toContain("secret");
});
