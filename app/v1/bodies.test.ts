import { expect, test } from "vitest";
import { readText } from "@/lib/api/body";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

const valid = { name: "Nightly backup", interval: "daily" };

async function aClientWithASnitch() {
  const client = await aClient();
  const deadline = new Date("2100-01-01T00:00Z");
  const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy", deadline });
  return { ...client, path: `/v1/snitches/${token}` };
}

const CONTENT_TYPES = [
  undefined,
  "application/json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
];

test.each(CONTENT_TYPES)("an empty body is accepted with the Content-Type %s", async (contentType) => {
  const client = await aClientWithASnitch();
  const requestStatus = async (method: string, path: string, body?: string) => {
    const headers = { "Content-Length": "0", ...(contentType && { "Content-Type": contentType }) };
    return (await send(method, path, { key: client.key, body, headers })).status;
  };

  expect(await requestStatus("GET", client.path)).toBe(200);
  expect(await requestStatus("PATCH", client.path)).toBe(200);
  expect(await requestStatus("PATCH", client.path, "")).toBe(200);
  expect(await requestStatus("POST", `${client.path}/pause`)).toBe(204);
  expect(await requestStatus("POST", `${client.path}/pause`, "")).toBe(204);
  expect(await requestStatus("POST", `${client.path}/unpause`)).toBe(204);
  expect(await requestStatus("DELETE", client.path)).toBe(204);
});

test.each(CONTENT_TYPES)("a JSON body is read with the Content-Type %s", async (contentType) => {
  const client = await aClient();
  const headers = contentType ? { "Content-Type": contentType } : undefined;

  const response = await send("POST", "/v1/snitches", {
    key: client.key,
    body: JSON.stringify(valid),
    headers,
  });

  expect(response.status).toBe(200);
});

test("`[]` is an empty object, as PHP encodes it", async () => {
  const client = await aClientWithASnitch();

  expect((await client.patch(client.path, [])).status).toBe(200);
  expect((await client.post(`${client.path}/pause`, [])).status).toBe(204);
  expect(await readResponse(client.post("/v1/snitches", []))).toEqual(
    await readResponse(client.post("/v1/snitches", {})),
  );
  expect((await client.post(`${client.path}/tags`, [])).status).toBe(200);
});

test.each([[[1]], [[[]]], [[{}]], ["[]"]])("%j is not an object", async (body) => {
  const client = await aClientWithASnitch();

  for (const response of [
    await client.patch(client.path, JSON.stringify(body)),
    await client.post(`${client.path}/pause`, JSON.stringify(body)),
    await client.post("/v1/snitches", JSON.stringify(body)),
  ])
    expect(await readResponse(response)).toMatchObject(refusal(["body", "must be a JSON object"]));
});

test("a body of single bytes needs no more memory than its length", async () => {
  const bytes = 1_000_000;
  const before = process.memoryUsage().rss;
  let after = 0;
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(Buffer.from(" "));
      if (sent < bytes) return;
      after = process.memoryUsage().rss;
      controller.close();
    },
  });

  // Node’s types lack `duplex`.
  const init: RequestInit = Object.assign({ method: "POST", body }, { duplex: "half" });
  const text = await readText(new Request("http://localhost:3000/", init));

  expect(text).toHaveLength(bytes);
  expect(after - before).toBeLessThan(80 * 1024 ** 2);
});
