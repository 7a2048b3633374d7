import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { COMMIT, VERSION } from "@/lib/platform/version";
import { aCase, aMember, aWebhook } from "@/testing/factories";
import { checkInReadiness, database, journal, openSecretCheck, readiness, readinessResponse } from "./ready";

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

test("a process whose AUTH_SECRET does not decrypt what the database holds is not ready until it does", async () => {
  const secret = openSecretCheck();
  const ready = { ready: true, needs: { auth_secret: "ok" } };
  expect(await readiness([secret])).toEqual(ready);

  const { id: caseId } = await aCase();
  await aMember({ caseId });
  const { id } = await aWebhook({ caseId, url: "https://hooks.example.com/" });
  const setSecret = (sealed: string) => db.channel.update({ where: { id }, data: { secret: sealed } });
  await setSecret(encrypt("x", "another secret of at least 32 characters"));
  expect(await readiness([secret])).toEqual({ ready: false, needs: { auth_secret: "unavailable" } });
  // A server that takes check-ins needs none.
  expect(await checkInReadiness(Number.POSITIVE_INFINITY)).toMatchObject({ ready: true });

  await setSecret(encrypt("x"));
  expect(await readiness([secret])).toEqual(ready);
});
