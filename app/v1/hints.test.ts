import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { findGuidance } from "@/lib/incidents/guidance";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

const OOM = { exit_status: 137, hint: "Out of memory: see runbook 4.", url: "https://wiki.example.com/4" };
const FULL = { text: "No space left", hint: "Clean /var." };
const SHOWN = [
  { ...OOM, text: null },
  { exit_status: null, url: null, ...FULL },
];

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
