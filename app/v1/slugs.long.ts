import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { ACTOR } from "@/testing/factories";
import { aClient, send } from "@/testing/requests";

test("a program makes 300 snitches in one request in under ten seconds", async () => {
  const { theCase } = await aClient();
  const { key } = await createApiKey(theCase.id, { name: "Jobs", access: "ping" }, ACTOR);
  const terms = { schedule: "0 3 * * *", timezone: "Europe/Riga", grace: 900, tags: ["db1"] };
  const snitches = Array.from({ length: 300 }, (_, i) => ({ slug: `job-${i}`, ...terms }));

  const startedAt = performance.now();
  await send("PUT", "/v1/snitches/slugs", { key, body: { snitches } });

  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await db.snitch.count({ where: { caseId: theCase.id } })).toBe(300);
}, 30_000);
