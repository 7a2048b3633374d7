import { expect, test } from "vitest";
import { aSnitch } from "@/lib/testing/factories";
import { aClient, send } from "@/lib/testing/requests";

const valid = { name: "Nightly backup", interval: "daily" };

async function aClientWithASnitch() {
  const client = await aClient();
  const deadline = new Date("2100-01-01T00:00Z");
  const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy", deadline });
  return { ...client, path: `/v1/snitches/${token}` };
}

const LABELS = [
  undefined,
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
];

test.each(LABELS)("no body is no fault when it is labelled %s", async (label) => {
  const client = await aClientWithASnitch();
  const ask = async (method: string, path: string, body?: string) => {
    const headers = { "Content-Length": "0", ...(label && { "Content-Type": label }) };
    return (await send(method, path, { key: client.key, body, headers })).status;
  };

  expect(await ask("GET", client.path)).toBe(200);
  expect(await ask("PATCH", client.path)).toBe(200);
  expect(await ask("PATCH", client.path, "")).toBe(200);
  expect(await ask("POST", `${client.path}/pause`)).toBe(204);
  expect(await ask("POST", `${client.path}/pause`, "")).toBe(204);
  expect(await ask("POST", `${client.path}/unpause`)).toBe(204);
  expect(await ask("DELETE", client.path)).toBe(204);
});

test.each(LABELS)("JSON is read when it is labelled %s", async (label) => {
  const client = await aClient();
  const headers = label ? { "Content-Type": label } : undefined;

  const answer = await send("POST", "/v1/snitches", {
    key: client.key,
    body: JSON.stringify(valid),
    headers,
  });

  expect(answer.status).toBe(200);
});
