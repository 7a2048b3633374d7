import { afterEach, expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aCaseWith, by } from "@/testing/members";
import { createCase } from "./create";
import { transferOwnership } from "./members";

const { MAX_CASES_PER_ACCOUNT } = env;
afterEach(() => {
  env.MAX_CASES_PER_ACCOUNT = MAX_CASES_PER_ACCOUNT;
});

const countOwned = (userId: string) => db.member.count({ where: { userId, role: "owner" } });

test("a person creates cases up to the limit, and the refusal then says what to do", async () => {
  env.MAX_CASES_PER_ACCOUNT = 3;
  const { ada } = await aCaseWith({ ada: "owner" });
  await createCase(ada.id, "Second", by(ada));
  const third = await createCase(ada.id, "Third", by(ada));

  await expect(createCase(ada.id, "Fourth", by(ada))).rejects.toMatchObject({
    type: "resource_invalid",
    message:
      "The limit is 3 cases, and you have 3. Delete one that you no longer need, or ask the operator to raise the limit.",
  });
  await db.case.delete({ where: { id: third.id } });
  await createCase(ada.id, "Fourth", by(ada));
});

test("concurrent requests cannot exceed the limit", async () => {
  env.MAX_CASES_PER_ACCOUNT = 3;
  const { ada } = await aCaseWith({ ada: "owner" });

  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => createCase(ada.id, "More", by(ada))),
  );

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await countOwned(ada.id)).toBe(3);
});

test("a lower limit removes no case, and the operator is not limited", async () => {
  const { ada } = await aCaseWith({ ada: "owner" });
  await createCase(ada.id, "Second", by(ada));
  env.MAX_CASES_PER_ACCOUNT = 1;

  await expect(createCase(ada.id, "Third", by(ada))).rejects.toThrow("and you have 2");
  await createCase(ada.id, "Third", OPERATOR);
  expect(await countOwned(ada.id)).toBe(3);
});

test("only cases whose first owner the person is count", async () => {
  env.MAX_CASES_PER_ACCOUNT = 1;
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "owner", cyd: "viewer" });
  await createCase(bob.id, "Bob’s own", by(bob));

  await expect(createCase(ada.id, "Ada’s second", by(ada))).rejects.toThrow("and you have 1");
  await transferOwnership(caseId, bob.id, by(ada));
  await createCase(ada.id, "Ada’s second", by(ada));
});
