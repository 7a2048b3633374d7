import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { schemaErrors } from "@/testing/schema-errors";
import { github } from "./github";

const settings = { repository: "acme/operations", token: "github_pat_1" };
const buildRequests = (notification: Notification = hostileNotification(""), ref: string | null = null) =>
  github.buildRequests(notification, settings, ref);
const outline = (name: string, ref: string | null) =>
  buildRequests(NOTIFICATIONS[name], ref).map(({ method, url }) => `${method} ${new URL(url).pathname}`);
const buildIssue = (notification: Notification) => JSON.parse(buildRequests(notification)[0]?.body ?? "null");

const ISSUES = "/repos/acme/operations/issues";

test.each([
  ["missing", null, [`POST ${ISSUES}`]],
  ["reminder", "7", [`POST ${ISSUES}/7/comments`]],
  ["reminder", null, [`POST ${ISSUES}`]],
  ["reporting", "7", [`POST ${ISSUES}/7/comments`, `PATCH ${ISSUES}/7`]],
  ["paused", "7", [`POST ${ISSUES}/7/comments`, `PATCH ${ISSUES}/7`]],
  ["reporting", null, []],
  ["past", null, []],
  ["acknowledged", "7", []],
  ["first report", "7", []],
  ["test", "7", [`POST ${ISSUES}`]],
  ["drill", null, [`POST ${ISSUES}`]],
  // A person has sent it again.
  ["drill", "7", [`POST ${ISSUES}/7/comments`]],
  ["end of a drill", "7", [`POST ${ISSUES}/7/comments`, `PATCH ${ISSUES}/7`]],
  ["end of a drill", null, []],
])("%s with the issue %s is %j", (name, ref, expected) => {
  expect(outline(name, ref)).toEqual(expected);
});

test("the end closes the issue, and every request has the token", () => {
  const requests = buildRequests(NOTIFICATIONS.reporting, "7");
  expect(JSON.parse(requests[1]?.body ?? "")).toEqual({ state: "closed", state_reason: "completed" });
  for (const { headers } of requests) expect(headers).toMatchObject({ Authorization: "Bearer github_pat_1" });
});

test("what people wrote is in a block of code that it cannot end", () => {
  const { title, body } = buildIssue({
    ...hostileNotification("x"),
    snitch: { ...hostileNotification("x").snitch, name: "@ann #1 `a`" },
    message: "```\n@ann #1 5c11cf6a\n````\n[x](https://evil.example)",
  });
  expect(title).toBe("@\u2060ann #\u20601 `a` is missing");
  expect(body.startsWith("`````text\n")).toBe(true);
  expect(body.split("`````")).toHaveLength(3);
  expect(body.split("`````")[2]).toBe(
    `\n\n[Acknowledge](<${NOTIFICATIONS.missing?.incident?.url}/acknowledge>) · [Open](<${NOTIFICATIONS.missing?.incident?.url}>)`,
  );
});

test.each(HOSTILE_NAMES)("keeps to the schema and the limits of GitHub with %j", (name) => {
  const notification = { ...hostileNotification(name), message: name.repeat(400) };
  for (const ref of [null, "7"])
    for (const each of [notification, { ...notification, event: "reporting" as const }])
      for (const { body } of buildRequests(each, ref)) expect(schemaErrors("github-issue", body)).toEqual([]);
  const { title, body } = buildIssue(notification);
  expect(title).not.toMatch(/[\r\n]|[@#]\w/);
  const [fence = ""] = /^`+/.exec(body) ?? [];
  expect(body.slice(fence.length).split(fence)).toHaveLength(2);
});

describe("responses", () => {
  const interpret = interpreting(github);
  const [open] = buildRequests(NOTIFICATIONS.missing);
  const [comment, close] = buildRequests(NOTIFICATIONS.reporting, "7");

  test.each([
    [401, { message: "Bad credentials" }, "final, off"],
    [403, { message: "Resource not accessible by personal access token" }, "final, off"],
    [403, { message: "Repository was archived so is read-only." }, "final, off"],
    [403, { message: "You have exceeded a secondary rate limit." }, "wait 60000"],
    [404, { message: "Not Found" }, "final, off"],
    [410, { message: "Issues has been disabled in this repository." }, "final, off"],
    [422, { message: "Validation Failed" }, "final"],
    [429, { message: "You have exceeded a secondary rate limit." }, "wait 60000"],
    [503, { message: "Service unavailable" }, "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpret(status, text, {}, open))).toBe(meaning);
  });

  test.each([
    [404, { message: "Not Found" }, "final"],
    [410, { message: "This issue was deleted" }, "final"],
    [403, { message: "Unable to create comment because issue is locked." }, "final"],
    [401, { message: "Bad credentials" }, "final, off"],
  ])("of an issue that exists, %i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpret(status, text, {}, comment))).toBe(meaning);
  });

  test("a rate limit is waited for as long as it asks, at most an hour", () => {
    const resetIn = (seconds: number) => ({
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + seconds),
    });
    expect(interpret(403, "", { "retry-after": "30" })).toEqual({ kind: "retry", afterMs: 30_000 });
    expect(interpret(403, "", resetIn(90_000))).toEqual({ kind: "retry", afterMs: 3_600_000 });
    const headers = resetIn(600);
    const soon = interpret(429, "", headers);
    expect(soon.kind === "retry" && soon.afterMs).toBeLessThanOrEqual(600_000);
    expect(soon.kind === "retry" && soon.afterMs).toBeGreaterThanOrEqual(
      Number(headers["x-ratelimit-reset"]) * 1_000 - Date.now(),
    );
  });

  test("the issue is the reference, also if its response is cut", () => {
    const location = "https://api.github.com/repos/acme/operations/issues/7";
    expect(interpret(201, "", { location }, open)).toEqual({ kind: "accepted", ref: "7" });
    expect(interpret(201, `{"url":"${location}","repository_url":"https`, {}, open)).toEqual({
      kind: "accepted",
      ref: "7",
    });
    expect(interpret(201, "", { location: `${location}/comments/1` }, comment)).toEqual({ kind: "accepted" });
    expect(interpret(200, `{"url":"${location}"`, {}, close)).toEqual({ kind: "accepted" });
  });
});
