import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { schemaErrors } from "@/lib/testing/schema-errors";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { gotify } from "./gotify";
import type { Told } from "./told";

const settings = gotify.settings.parse({ url: "https://gotify.example.com/sub/", token: "AbCdEfGhIjKlMnO" });
const example = (name: string) => TOLD[name] ?? hostileTold("");
const requestsOf = (told: Told) => gotify.requestsOf(told, settings, null);
const bodyOf = (told: Told) => JSON.parse(requestsOf(told)[0]?.body ?? "null");

test("the token is in a header, and a server may be below a path", () => {
  const [request] = requestsOf(example("missing"));
  expect(request?.url).toBe("https://gotify.example.com/sub/message");
  expect(request?.headers["X-Gotify-Key"]).toBe("AbCdEfGhIjKlMnO");
});

test("the priority follows the severity, and an end is not urgent", () => {
  const priorityOf = (given: Partial<Told>) => bodyOf({ ...example("missing"), ...given }).priority;
  expect(priorityOf({ severity: "critical" })).toBe(8);
  expect(priorityOf({ severity: "warning" })).toBe(6);
  expect(priorityOf({ severity: "info" })).toBe(4);
  expect(priorityOf({ severity: "critical", event: "reporting" })).toBe(4);
  expect(bodyOf(example("drill")).priority).toBe(8);
});

test("a tap opens the page, and a test has none", () => {
  expect(bodyOf(example("missing")).extras["client::notification"]).toEqual({
    click: { url: TOLD.missing?.incident?.url },
  });
  expect(bodyOf(example("test")).extras).toEqual({ "client::display": { contentType: "text/plain" } });
});

test("every message is valid and plain text, and names stay what they are", () => {
  const long = { ...hostileTold("x"), message: "📢".repeat(20_000) };
  const told = [...Object.values(TOLD), ...HOSTILE_NAMES.map((name) => hostileTold(name)), long];
  for (const { body } of told.flatMap(requestsOf)) {
    expect(schemaErrors("gotify-message", body)).toEqual([]);
    const { title, message, extras } = JSON.parse(body);
    expect(extras["client::display"].contentType).toBe("text/plain");
    expect(title.length).toBeLessThanOrEqual(500);
    expect(message.length).toBeLessThanOrEqual(4_000);
  }
  expect(bodyOf(long).message).toMatch(/…\n\nAcknowledge: \S+\nOpen: \S+$/);
  expect(bodyOf(hostileTold("![x](https://evil.example/x.png)")).title).toBe(
    "![x](https://evil.example/x.png) is missing",
  );
});

test("an acknowledgement is no message", () => expect(requestsOf(example("acknowledged"))).toEqual([]));

describe("answers", () => {
  const error = (errorCode: number) => ({ error: "…", errorCode, errorDescription: "…" });

  test.each([
    [200, { id: 25, appid: 5 }, "accepted"],
    [400, error(400), "final"],
    [401, error(401), "final, off"],
    [403, error(403), "final, off"],
    [404, error(404), "final, off"],
    [413, "", "final"],
    [429, "", "wait 60000"],
    [500, error(500), "retry"],
    [502, "", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(meaningOf(judging(gotify)(status, text))).toBe(meaning);
  });
});

test.each([{ token: "" }, { token: "a b" }, { token: "a\r\nX-Injected: yes" }, { url: "gotify" }])(
  "refuses %j",
  (wrong) => expect(gotify.settings.safeParse({ ...settings, ...wrong }).success).toBe(false),
);
