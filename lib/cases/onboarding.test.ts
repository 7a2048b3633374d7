import { expect, test } from "vitest";
import { ACTOR, aCase, aMember, aSnitch, aWebhook } from "@/lib/testing/factories";
import { createApiKey } from "./api-key";
import { onboardingStepsOf } from "./onboarding";

test("the first steps go away once all of them were made", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  await aSnitch({ caseId });
  const nothingElse = { snitch: true, checkIn: false, teammate: false, apiKey: false, webhook: false };
  expect(await onboardingStepsOf(caseId)).toEqual(nothingElse);

  await aSnitch({ caseId, status: "healthy" });
  await aMember({ caseId, role: "viewer" });
  await aWebhook({ caseId, url: "https://example.com/hook" });
  const allButKey = { ...nothingElse, checkIn: true, teammate: true, webhook: true };
  expect(await onboardingStepsOf(caseId)).toEqual(allButKey);

  await createApiKey(caseId, { name: "CI" }, ACTOR);
  expect(await onboardingStepsOf(caseId)).toBeNull();
});
