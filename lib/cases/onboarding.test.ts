import { expect, test } from "vitest";
import { aCase, aMember, aSnitch, aWebhook, SOMEBODY } from "@/lib/testing/factories";
import { issueApiKey } from "./api-key";
import { stepsOf } from "./onboarding";

test("the first steps go away once all of them were made", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  await aSnitch({ caseId });
  const nothingElse = { snitch: true, checkIn: false, teammate: false, apiKey: false, webhook: false };
  expect(await stepsOf(caseId)).toEqual(nothingElse);

  await aSnitch({ caseId, status: "healthy" });
  await aMember({ caseId, role: "viewer" });
  await aWebhook({ caseId, url: "https://example.com/hook" });
  const allButKey = { ...nothingElse, checkIn: true, teammate: true, webhook: true };
  expect(await stepsOf(caseId)).toEqual(allButKey);

  await issueApiKey(caseId, { name: "CI" }, SOMEBODY);
  expect(await stepsOf(caseId)).toBeNull();
});
