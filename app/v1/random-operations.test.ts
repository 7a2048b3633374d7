import fc from "fast-check";
import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { PLAIN_CHECK_IN } from "@/testing/factories";
import { type Operation, operations, type ShownSnitch } from "@/testing/random-operations";
import { aClient, type Client, readResponse, send } from "@/testing/requests";
import { runsFor } from "@/testing/runs";

/** The model of a case: what the API shows of each snitch, and the state that it does not show. */
type Pause = { statusBefore: string; until: string };
type Model = Map<string, { shown: ShownSnitch; pause?: Pause; reports: number }>;
type Seen = { status: number; body: unknown };

const NOT_FOUND = { status: 404, body: { type: "resource_not_found", error: "No such snitch." } };
const DONE = { status: 204, body: "" };

const BLANK: ShownSnitch = {
  name: "",
  interval: "",
  alert_type: "basic",
  tags: [],
  notes: "",
  alert_email: [],
  status: "pending",
};

test("after any sequence of operations, the API shows what a simple model expects", async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const client = await aClient();
      const model: Model = new Map();
      for (const each of steps) await apply(client, model, each);
      expect(await listSnitches(client, [])).toEqual(expectedList(model, []));
    }),
    { numRuns: runsFor("app/v1/random-operations.test.ts") },
  );
}, 240_000);

async function apply(client: Client, model: Model, step: Operation): Promise<void> {
  if (step.kind === "create") return create(client, model, step.body ?? {});
  if (step.kind === "list")
    return expect(await listSnitches(client, step.tags ?? [])).toEqual(expectedList(model, step.tags ?? []));
  const token = [...model.keys()][step.at ?? 0] ?? "0123456789abcdef";
  const expected = model.get(token);
  const path = `/v1/snitches/${token}`;

  switch (step.kind) {
    case "update": {
      const response = await request(client, "PATCH", path, step.body);
      if (expected) Object.assign(expected.shown, step.body);
      return expect(response).toMatchObject(expected ? { status: 200, body: expected.shown } : NOT_FOUND);
    }
    case "add tags": {
      const response = await request(client, "POST", `${path}/tags`, step.tags);
      if (expected) expected.shown.tags = [...new Set([...expected.shown.tags, ...(step.tags ?? [])])];
      return expect(response).toEqual(expected ? { status: 200, body: expected.shown.tags } : NOT_FOUND);
    }
    case "remove tag": {
      const response = await request(client, "DELETE", `${path}/tags/${encodeURIComponent(step.tag ?? "")}`);
      if (expected) expected.shown.tags = expected.shown.tags.filter((each) => each !== step.tag);
      return expect(response).toEqual(expected ? { status: 200, body: expected.shown.tags } : NOT_FOUND);
    }
    case "pause": {
      const response = await request(client, "POST", `${path}/pause`, { until: step.until });
      if (expected?.shown.status === "pending") return expect(response.status).toBe(422);
      if (expected) {
        expected.pause = {
          statusBefore: expected.pause?.statusBefore ?? expected.shown.status,
          until: step.until ?? "",
        };
        expected.shown.status = "paused";
      }
      return expect(response).toEqual(expected ? DONE : NOT_FOUND);
    }
    case "unpause": {
      const response = await request(client, "POST", `${path}/unpause`);
      if (expected?.pause) {
        expected.shown.status = expected.pause.statusBefore;
        expected.pause = undefined;
      }
      return expect(response).toEqual(expected ? DONE : NOT_FOUND);
    }
    case "check in":
      return checkIn(token, expected, step.exitStatus ?? "");
    case "delete":
      expect(await request(client, "DELETE", path)).toEqual(model.delete(token) ? DONE : NOT_FOUND);
  }
}

async function create(client: Client, model: Model, body: Partial<ShownSnitch>) {
  const response = await request(client, "POST", "/v1/snitches", body);
  const shown = { ...BLANK, ...body };
  expect(response).toMatchObject({ status: 200, body: shown });
  model.set((response.body as { token: string }).token, { shown, reports: 0 });
}

async function checkIn(token: string, expected: ReturnType<Model["get"]>, exitStatus: string) {
  const report = { ...PLAIN_CHECK_IN, exitStatus };
  const { kind } = await recordCheckIn({ ...report, token, at: new Date() });
  if (!expected) return expect(kind).toBe("unknown");
  if (kind === "limited") return expect(expected.reports).toBeGreaterThanOrEqual(10);
  expected.reports += 1;
  const status = exitStatus === "1" ? "errored" : "healthy";
  if (expected.pause && !(expected.pause.until === "healthy" && status === "healthy"))
    expected.pause.statusBefore = status;
  else {
    expected.shown.status = status;
    expected.pause = undefined;
  }
}

async function request(client: Client, method: string, path: string, body?: unknown): Promise<Seen> {
  const response = await readResponse(send(method, path, { key: client.key, body }));
  return response;
}

async function listSnitches(client: Client, tags: string[]) {
  const query = tags.map((each, i) => `tags[${i}]=${encodeURIComponent(each)}`).join("&");
  const { body } = await request(client, "GET", `/v1/snitches?${query}`);
  return (body as ShownSnitch[]).map(({ name, interval, alert_type, tags, notes, alert_email, status }) => ({
    name,
    interval,
    alert_type,
    tags,
    notes,
    alert_email,
    status,
  }));
}

const expectedList = (model: Model, tags: string[]) =>
  [...model.values()]
    .map(({ shown }) => shown)
    .filter((shown) => tags.every((each) => shown.tags.includes(each)));
