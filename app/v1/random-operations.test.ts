import fc from "fast-check";
import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { contractViolation } from "@/lib/testing/contract";
import { type Shown, type Step, walk } from "@/lib/testing/random-operations";
import { aClient, type Client, seen, send } from "@/lib/testing/requests";

/** The model: what the API should show of each snitch, and what it cannot show. */
type Paused = { covers: string; until: string };
type Model = Map<string, { shown: Shown; pause?: Paused; reports: number }>;
type Answer = { status: number; body: unknown };

const NOT_FOUND = { status: 404, body: { type: "resource_not_found", error: "No such snitch." } };
const DONE = { status: 204, body: "" };

const BLANK: Shown = {
  name: "",
  interval: "",
  alert_type: "basic",
  tags: [],
  notes: "",
  alert_email: [],
  status: "pending",
};

test("any walk through the operations shows what a small model of them expects", async () => {
  await fc.assert(
    fc.asyncProperty(walk, async (steps) => {
      const client = await aClient();
      const model: Model = new Map();
      for (const each of steps) await take(client, model, each);
      expect(await listed(client, [])).toEqual(expectedList(model, []));
    }),
    { numRuns: 40 },
  );
}, 60_000);

async function take(client: Client, model: Model, step: Step): Promise<void> {
  if (step.kind === "create") return create(client, model, step.body ?? {});
  if (step.kind === "list")
    return expect(await listed(client, step.tags ?? [])).toEqual(expectedList(model, step.tags ?? []));
  const token = [...model.keys()][step.at ?? 0] ?? "0123456789abcdef";
  const known = model.get(token);
  const path = `/v1/snitches/${token}`;

  switch (step.kind) {
    case "update": {
      const answer = await ask(client, "PATCH", path, step.body);
      if (known) Object.assign(known.shown, step.body);
      return expect(answer).toMatchObject(known ? { status: 200, body: known.shown } : NOT_FOUND);
    }
    case "add tags": {
      const answer = await ask(client, "POST", `${path}/tags`, step.tags);
      if (known) known.shown.tags = [...new Set([...known.shown.tags, ...(step.tags ?? [])])];
      return expect(answer).toEqual(known ? { status: 200, body: known.shown.tags } : NOT_FOUND);
    }
    case "remove tag": {
      const answer = await ask(client, "DELETE", `${path}/tags/${encodeURIComponent(step.tag ?? "")}`);
      if (known) known.shown.tags = known.shown.tags.filter((each) => each !== step.tag);
      return expect(answer).toEqual(known ? { status: 200, body: known.shown.tags } : NOT_FOUND);
    }
    case "pause": {
      const answer = await ask(client, "POST", `${path}/pause`, { until: step.until });
      if (known?.shown.status === "pending") return expect(answer.status).toBe(422);
      if (known) {
        known.pause = { covers: known.pause?.covers ?? known.shown.status, until: step.until ?? "" };
        known.shown.status = "paused";
      }
      return expect(answer).toEqual(known ? DONE : NOT_FOUND);
    }
    case "unpause": {
      const answer = await ask(client, "POST", `${path}/unpause`);
      if (known?.pause) {
        known.shown.status = known.pause.covers;
        known.pause = undefined;
      }
      return expect(answer).toEqual(known ? DONE : NOT_FOUND);
    }
    case "check in":
      return checkIn(token, known, step.exitStatus ?? "");
    case "delete":
      expect(await ask(client, "DELETE", path)).toEqual(model.delete(token) ? DONE : NOT_FOUND);
  }
}

async function create(client: Client, model: Model, body: Partial<Shown>) {
  const answer = await ask(client, "POST", "/v1/snitches", body);
  const shown = { ...BLANK, ...body };
  expect(answer).toMatchObject({ status: 200, body: shown });
  model.set((answer.body as { token: string }).token, { shown, reports: 0 });
}

async function checkIn(token: string, known: ReturnType<Model["get"]>, exitStatus: string) {
  const said = { exitStatus, message: "", method: "GET", address: "", userAgent: "" };
  const { kind } = await recordCheckIn({ ...said, token, at: new Date() });
  if (!known) return expect(kind).toBe("unknown");
  if (kind === "limited") return expect(known.reports).toBeGreaterThanOrEqual(10);
  known.reports += 1;
  const status = exitStatus === "1" ? "errored" : "healthy";
  if (known.pause && !(known.pause.until === "healthy" && status === "healthy")) known.pause.covers = status;
  else {
    known.shown.status = status;
    known.pause = undefined;
  }
}

async function ask(client: Client, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await seen(send(method, path, { key: client.key, body }));
  expect(contractViolation(method, path, answer.status, answer.body)).toBeNull();
  return answer;
}

async function listed(client: Client, tags: string[]) {
  const query = tags.map((each, i) => `tags[${i}]=${encodeURIComponent(each)}`).join("&");
  const { body } = await ask(client, "GET", `/v1/snitches?${query}`);
  return (body as Shown[]).map(({ name, interval, alert_type, tags, notes, alert_email, status }) => ({
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
