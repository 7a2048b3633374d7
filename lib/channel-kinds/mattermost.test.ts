import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { mattermost } from "./mattermost";
import type { Told } from "./told";

const url = "https://mattermost.example.com/hooks/XXXX";
const example = (name: string) => TOLD[name] ?? hostileTold("");
const requestsOf = (told: Told) => mattermost.requestsOf(told, { url }, null);
const textOf = (told: Told) => JSON.parse(requestsOf(told)[0]?.body ?? "null").text;

test("texts are in a block of code, and mentions are none even there", () => {
  expect(textOf(hostileTold("<!channel> @all <https://evil.example|click> ```"))).toMatch(
    /^```\n<\u200b!channel> @\u200ball <\u200bhttps:\/\/evil\.example\|click> `\u200b`\u200b`\u200b is missing\n/,
  );
});

test("an acknowledgement is no message, and what is past is one line", () => {
  expect(requestsOf(example("acknowledged"))).toEqual([]);
  expect(textOf(example("past")).split("\n")).toHaveLength(4);
});

test("no message is longer than Mattermost takes, and none says more than its text", () => {
  const long = { ...hostileTold("x"), message: "📢".repeat(20_000) };
  for (const told of [...HOSTILE_NAMES.map((name) => hostileTold(name)), long]) {
    expect(Object.keys(JSON.parse(requestsOf(told)[0]?.body ?? ""))).toEqual(["text"]);
    expect(textOf(told).length).toBeLessThanOrEqual(16_383);
  }
});

describe("answers", () => {
  const error = (id: string, status_code: number) => ({ id, message: "", status_code });

  test.each([
    [200, "ok", "accepted"],
    [400, error("web.incoming_webhook.invalid.app_error", 400), "final, off"],
    [400, error("web.incoming_webhook.parse.app_error", 400), "final"],
    [403, error("web.incoming_webhook.permissions.app_error", 403), "final, off"],
    [403, "<html>", "retry"],
    [404, error("app.channel.get.existing.app_error", 404), "final, off"],
    [413, "", "final"],
    [429, "limit exceeded", "wait 60000"],
    [500, "", "retry"],
    [501, error("web.incoming_webhook.disabled.app_error", 501), "final, off"],
    [502, "", "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(meaningOf(judging(mattermost)(status, text))).toBe(meaning);
  });
});

test.each([
  "ftp://mattermost.example.com/hooks/x",
  "mattermost.example.com",
  "https://a:b@example.com/hooks/x",
  "",
])("refuses %s", (given) => expect(mattermost.settings.safeParse({ url: given }).success).toBe(false));
