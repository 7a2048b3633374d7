import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db, transaction } from "@/lib/platform/db";
import { listStoredCheckIns } from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";

test("an event waits at most a few seconds for its schedule, and is recorded without it", async () => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "cronitor" }, ACTOR);
  const { id } = await aSnitch({ caseId, slug: "job", schedule: "0 5 * * *", setBy: "cronitor" });
  const url = `/p/${key}/job?state=complete&schedule=${encodeURIComponent("0 6 * * *")}`;

  const status = await transaction(async (sql) => {
    // Whatever changes snitches waits for this lock, and check-ins do not.
    await sql("LOCK TABLE past_settings IN ACCESS EXCLUSIVE MODE", []);
    return (await requestProtocol(url)).status;
  });

  expect(status).toBe(200);
  await expect.poll(() => listStoredCheckIns(id)).toHaveLength(1);
  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ status: "healthy" });
});
