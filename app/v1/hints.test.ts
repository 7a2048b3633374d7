import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { findGuidance } from "@/lib/incidents/guidance";
import { db } from "@/lib/platform/db";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

const OOM = { exit_status: 137, hint: "Out of memory: see runbook 4.", url: "https://wiki.example.com/4" };
const FULL = { text: "No space left", hint: "Clean /var." };
const SHOWN = [
  { ...OOM, text: null },
  { exit_status: null, url: null, ...FULL },
];

test("hints are a bare array, which a PUT replaces as a whole and the audit log keeps", async () => {
  const client = await aClient();
  const list = async () => (await readResponse(client.get("/v1/hints"))).body;
  const put = (body: unknown) => readResponse(send("PUT", "/v1/hints", { key: client.key, body }));
  expect(await list()).toEqual([]);

  expect(await put([OOM, FULL])).toEqual({ status: 200, body: SHOWN });
  expect(await list()).toEqual(SHOWN);
  expect(await put(SHOWN)).toEqual({ status: 200, body: SHOWN });
  expect(await put([])).toEqual({ status: 200, body: [] });

  const events = await db.auditEvent.findMany({
    where: { caseId: client.theCase.id, action: "case.changed" },
    orderBy: { id: "asc" },
  });
  const sentence = [
    "137: Out of memory: see runbook 4. (https://wiki.example.com/4)",
    "“No space left”: Clean /var.",
  ];
  expect(events.map(({ facts }) => facts)).toEqual([
    { hints: { from: [], to: sentence } },
    { hints: { from: sentence, to: [] } },
  ]);
});

test.each([
  [[7], "must be an object"],
  [[{ exit_status: 1, hint: "h", pattern: "x" }], "may have exit_status, text, hint, url"],
  [Array.from({ length: 51 }, () => OOM), "has too many hints (maximum is 50)"],
])("%j is refused", async (body, message) => {
  const client = await aClient();
  expect(await readResponse(send("PUT", "/v1/hints", { key: client.key, body }))).toMatchObject(
    refusal(["hints", message]),
  );
});

test("the hints of a case help with its own snitches, and for a narrow key they are not there", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  await readResponse(send("PUT", "/v1/hints", { key: client.key, body: [OOM] }));
  const snitch = await aSnitch({ caseId, url: "https://git.example.com", tags: ["db"] });
  const other = await aSnitch();
  const killed = { cause: "error" as const, exitStatus: "137", message: "" };

  expect(await findGuidance(caseId, snitch.id, killed)).toEqual({
    hint: SHOWN[0],
    link: "https://git.example.com",
  });
  expect(await findGuidance(other.caseId, other.id, killed)).toEqual({ hint: null, link: "" });
  expect(await findGuidance(caseId, other.id, killed)).toEqual({ hint: null, link: "" });

  const { key } = await createApiKey(caseId, { name: "db", access: "full", tags: ["db"] }, ACTOR);
  expect((await readResponse(send("GET", "/v1/hints", { key }))).status).toBe(404);
  expect((await readResponse(send("PUT", "/v1/hints", { key, body: [] }))).status).toBe(404);
});
