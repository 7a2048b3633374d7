import { expect, test } from "vitest";
import { keepCanary } from "@/lib/canary/keep";
import { aCase, aMember, aSnitch, aWebhook } from "@/lib/testing/factories";
import { surveyCases, surveyUsers } from "./list-all";

test("every case of the installation is listed once, with what is in it, and the canary is not", async () => {
  await keepCanary(new Date());
  const made = [];
  for (let i = 0; i < 52; i++) made.push((await aCase({ name: `Case ${i}` })).id);
  const [first = ""] = made;
  await aSnitch({ caseId: first });
  await aMember({ caseId: first });
  await aWebhook({ caseId: first, url: "https://hooks.example/x" });

  const one = await surveyCases({});
  const two = await surveyCases({ after: one.next ?? undefined });

  expect([...one.rows, ...two.rows].map(({ id }) => id)).toEqual(made);
  expect(two.next).toBeNull();
  expect(one.rows[0]).toMatchObject({ name: "Case 0", snitches: 1, members: 1, apiKeys: 0, webhooks: 1 });
  expect((await surveyCases({ search: "CASE 51" })).rows.map(({ name }) => name)).toEqual(["Case 51"]);
  expect((await surveyCases({ search: first })).rows).toHaveLength(1);
});

test("people are found by a part of their address, with how many cases they are in", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId, email: "grace.hopper@example.com" });

  expect((await surveyUsers({ search: "HOPPER@" })).rows).toMatchObject([
    { email: "grace.hopper@example.com", cases: 1, operatorSince: null },
  ]);
});
