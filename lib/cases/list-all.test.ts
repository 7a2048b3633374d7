import { expect, test } from "vitest";
import { maintainCanary } from "@/lib/metrics/canary";
import { aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { listAllCases, listAllUsers } from "./list-all";

test("the pages list every case once, with counts of its contents, and leave out the canary", async () => {
  await maintainCanary(new Date());
  const made = [];
  for (let i = 0; i < 52; i++) made.push((await aCase({ name: `Case ${i}` })).id);
  const [first = ""] = made;
  await aSnitch({ caseId: first });
  await aMember({ caseId: first });
  await aWebhook({ caseId: first, url: "https://hooks.example/x" });

  const one = await listAllCases({});
  const two = await listAllCases({ after: one.next ?? undefined });

  expect([...one.rows, ...two.rows].map(({ id }) => id)).toEqual(made);
  expect(two.next).toBeNull();
  expect(one.rows[0]).toMatchObject({ name: "Case 0", snitches: 1, members: 1, apiKeys: 0, webhooks: 1 });
  expect((await listAllCases({ search: "CASE 51" })).rows.map(({ name }) => name)).toEqual(["Case 51"]);
  expect((await listAllCases({ search: first })).rows).toHaveLength(1);
});

test("users are found by part of their address, with the number of their cases", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId, email: "grace.hopper@example.com" });

  expect((await listAllUsers({ search: "HOPPER@" })).rows).toMatchObject([
    { email: "grace.hopper@example.com", cases: 1, operatorSince: null },
  ]);
});
