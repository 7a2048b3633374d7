import { expect, test } from "vitest";
import { newId } from "@/lib/platform/new-id";
import { ACTOR, aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { createApiKey } from "./api-key";
import { findCaseFrame } from "./frame";
import { type OnboardingSteps, remainingSteps } from "./onboarding";

const findRemaining = async (caseId: string, given?: Pick<OnboardingSteps, "email">) =>
  remainingSteps((await findCaseFrame(caseId, newId())).done, given);

test("the onboarding steps become null once all of them are done", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  await aSnitch({ caseId });
  const onlySnitch = { snitch: true, checkIn: false, teammate: false, apiKey: false, webhook: false };
  expect(await findRemaining(caseId)).toEqual(onlySnitch);

  await aSnitch({ caseId, status: "healthy" });
  await aMember({ caseId, role: "viewer" });
  await aWebhook({ caseId, url: "https://example.com/hook" });
  const allButKey = { ...onlySnitch, checkIn: true, teammate: true, webhook: true };
  expect(await findRemaining(caseId)).toEqual(allButKey);

  await createApiKey(caseId, { name: "CI" }, ACTOR);
  expect(await findRemaining(caseId)).toBeNull();
});

test("setting up email is a step of the operator alone", async () => {
  const { id: caseId } = await aCase();

  expect(await findRemaining(caseId)).not.toHaveProperty("email");
  expect(await findRemaining(caseId, { email: false })).toMatchObject({ email: false });
});

test("the steps of the operator stay until email is set up", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  await aMember({ caseId, role: "viewer" });
  await aSnitch({ caseId, status: "healthy" });
  await aWebhook({ caseId, url: "https://example.com/hook" });
  await createApiKey(caseId, { name: "CI" }, ACTOR);

  expect(await findRemaining(caseId, { email: false })).toMatchObject({ email: false });
  expect(await findRemaining(caseId, { email: true })).toBeNull();
});
