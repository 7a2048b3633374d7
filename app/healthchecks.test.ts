import { expect, test } from "vitest";
import { GET, HEAD, OPTIONS, POST, PUT } from "@/app/ping/[...path]/route";
import { createApiKey } from "@/lib/cases/api-key";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { listStoredCheckIns, readResponse, readStatus, text } from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";

const HANDLERS = { GET, HEAD, POST, PUT, OPTIONS };
type Method = keyof typeof HANDLERS;

async function aCheck() {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "healthchecks" }, ACTOR);
  const snitch = await aSnitch({ caseId, slug: "job" });
  return { ...snitch, key, uuid: toUuid(snitch) };
}

const responseTo = async (path: string, method: Method, body?: string) =>
  readResponse(
    await HANDLERS[method](new Request(`http://localhost:3000${path}`, { method, ...(body && { body }) })),
  );

test.each<[string, Method, string | undefined, object, string]>([
  ["/ping/UUID", "GET", undefined, { kind: "finish" }, "healthy"],
  ["/ping/UUID/", "POST", "42 rows", { kind: "finish", message: "42 rows" }, "healthy"],
  ["/ping/UUID/start", "GET", undefined, { kind: "start" }, "pending"],
  ["/ping/UUID/fail", "POST", "m=disk+full", { exitStatus: "fail", message: "m=disk+full" }, "errored"],
  ["/ping/KEY/job", "HEAD", undefined, { kind: "finish" }, "healthy"],
  ["/ping/KEY/job/3?create=1", "GET", undefined, { exitStatus: "3" }, "errored"],
  ["/ping/KEY/job/log", "POST", "half", { kind: "log", message: "half" }, "pending"],
])("the web process takes %s by %s as the check-in server does", async (path, method, body, row, status) => {
  const { id, key, uuid } = await aCheck();
  const address = path.replace("KEY", key).replace("UUID", uuid);

  expect(await responseTo(address, method, body)).toEqual(text(200, "OK"));
  expect(await listStoredCheckIns(id)).toMatchObject([{ ...row, method }]);
  expect(await readStatus(id)).toBe(status);
});

test.each<[string, Method, object]>([
  ["/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02", "GET", text(404, "not found")],
  ["/ping/KEY/other", "GET", text(404, "not found")],
  ["/ping/KEY/JOB", "GET", text(400, "invalid url format")],
  ["/ping/UUID/256", "GET", text(400, "invalid url format")],
  ["/ping/UUID?rid=1", "GET", text(400, "invalid uuid format")],
  [
    "/ping/KEY/job?create=1",
    "PUT",
    { ...text(405, "This address takes GET, HEAD, POST."), allow: "GET, HEAD, POST, OPTIONS" },
  ],
  ["/ping/UUID", "OPTIONS", { status: 204, body: "" }],
])("the web process responds to %s by %s in the words of Healthchecks", async (path, method, expected) => {
  const { id, key, uuid } = await aCheck();
  expect(await responseTo(path.replace("KEY", key).replace("UUID", uuid), method)).toEqual(expected);
  expect(await listStoredCheckIns(id)).toEqual([]);
});

test("the web process creates a check", async () => {
  const { key } = await aCheck();
  expect(await responseTo(`/ping/${key}/new-one?create=1`, "GET")).toEqual(text(201, "Created"));
});

test("a check-in URL of ours below /ping goes on working in the web process", async () => {
  const { id, token } = await aCheck();
  expect((await responseTo(`/ping/${token}/fail`, "GET")).status).toBe(202);
  expect(await listStoredCheckIns(id)).toMatchObject([{ exitStatus: "fail" }]);
});
