import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { ntfy } from "./ntfy";
import type { Told } from "./told";

const settings = ntfy.settings.parse({ url: "https://ntfy.sh", topic: "tattle" });
const bodyOf = (told: Told = hostileTold("")) =>
  JSON.parse(ntfy.requestsOf(told, settings, null)[0]?.body ?? "null");

test("all messages of an incident replace each other, and tests do not", () => {
  const id = TOLD.missing?.incident?.id;
  for (const name of ["missing", "reminder", "reporting", "past"])
    expect(bodyOf(TOLD[name]).sequence_id).toBe(id);
  expect(bodyOf(TOLD.test).sequence_id).toBe(TOLD.test?.id);
});

test("the priority follows the severity, an end is not urgent, and a drill is", () => {
  const priorityOf = (given: Partial<Told>) => bodyOf({ ...hostileTold("x"), ...given }).priority;
  expect(priorityOf({ severity: "critical" })).toBe(5);
  expect(priorityOf({ severity: "warning" })).toBe(4);
  expect(priorityOf({ severity: "info" })).toBe(3);
  expect(priorityOf({ severity: "critical", event: "reporting" })).toBe(3);
  expect(priorityOf({ severity: "info", event: "drill" })).toBe(4);
});

test("texts stay what they are, without Markdown, and within the limits in bytes", () => {
  for (const name of [...HOSTILE_NAMES, "語".repeat(255)]) {
    const body = bodyOf(hostileTold(name));
    expect(body).not.toHaveProperty("markdown");
    expect(Buffer.byteLength(body.title)).toBeLessThanOrEqual(1_024);
    expect(Buffer.byteLength(body.message)).toBeLessThanOrEqual(4_096);
    expect(body.tags).toEqual(["rotating_light"]);
  }
  expect(bodyOf(hostileTold("[click](https://evil.example) **b**")).title).toBe(
    "[click](https://evil.example) **b** is missing",
  );
});

describe("credentials", () => {
  const authorizationOf = (given: Record<string, string>) => {
    const parsed = ntfy.settings.parse({ url: "https://ntfy.sh/", topic: "tattle", ...given });
    return ntfy.requestsOf(hostileTold("x"), parsed, null)[0]?.headers.Authorization;
  };

  test("a token is a Bearer token, a user with password is Basic, and neither is nothing", () => {
    expect(authorizationOf({ token: "tk_1", user: "ann", password: "pw" })).toBe("Bearer tk_1");
    expect(authorizationOf({ user: "ann", password: "s3:krét" })).toBe(
      `Basic ${Buffer.from("ann:s3:krét").toString("base64")}`,
    );
    expect(authorizationOf({})).toBeUndefined();
  });

  test.each([{ token: "tk\r\nX-Injected: yes" }, { token: "tk 1" }, { token: "tök" }, { user: "a:b" }])(
    "refuses %j",
    (given) => {
      const parsed = ntfy.settings.safeParse({ url: "https://ntfy.sh", topic: "tattle", ...given });
      expect(parsed.success).toBe(false);
    },
  );
});

test.each(["", "a b", "a/b", "ä", "x".repeat(65), "../admin"])("refuses the topic “%s”", (topic) => {
  expect(ntfy.settings.safeParse({ url: "https://ntfy.sh", topic }).success).toBe(false);
});

describe("answers", () => {
  const judge = judging(ntfy);

  test.each([
    [200, { id: "x", event: "message" }, "accepted"],
    [401, { code: 40101, http: 401, error: "unauthorized" }, "final, off"],
    [403, { code: 40301, http: 403, error: "forbidden" }, "final, off"],
    [404, { code: 40401, http: 404, error: "page not found" }, "final, off"],
    [404, "404 page not found", "retry"],
    [400, { code: 40010, http: 400, error: "invalid request: topic name is disallowed" }, "final, off"],
    [400, { code: 40018, http: 400, error: "invalid request: actions invalid" }, "final"],
    [413, { code: 41303, http: 413, error: "JSON body too large" }, "final"],
    [429, { code: 42901, http: 429, error: "limit reached" }, "wait 60000"],
    [500, "", "retry"],
    [507, "", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(meaningOf(judge(status, text))).toBe(meaning);
  });
});
