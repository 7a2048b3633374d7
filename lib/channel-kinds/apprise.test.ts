import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { apprise } from "./apprise";
import type { Told } from "./told";

const settings = apprise.settings.parse({ url: "https://apprise.example.com/", key: "tattle" });
const requestOf = (told: Told = hostileTold(""), given = settings) =>
  apprise.requestsOf(told, given, null)[0];
const bodyOf = (told?: Told) => JSON.parse(requestOf(told)?.body ?? "null");

test.each([
  ["missing", "failure"],
  ["errored", "warning"],
  ["reporting", "success"],
  ["past", "success"],
  ["test", "info"],
  ["drill", "info"],
])("%s is of the type %s", (name, type) => {
  expect(bodyOf(TOLD[name])).toMatchObject({ type, format: "text" });
});

test("a tag is named only if it is given", () => {
  expect(requestOf()?.url).toBe("https://apprise.example.com/notify/tattle");
  expect(bodyOf()).not.toHaveProperty("tag");
  const tagged = apprise.settings.parse({ ...settings, tag: "oncall, ops" });
  expect(JSON.parse(requestOf(TOLD.missing, tagged)?.body ?? "").tag).toBe("oncall, ops");
});

test.each(HOSTILE_NAMES)("leaves %j to Apprise as plain text, and keeps to the limits", (name) => {
  const body = bodyOf({ ...hostileTold(name), message: name.repeat(500) });
  expect(body.format).toBe("text");
  expect(body.title.length).toBeLessThanOrEqual(250);
  expect(body.body.length).toBeLessThanOrEqual(10_000);
  expect(body.body).toMatch(/\n\nAcknowledge: https:\S+\nOpen: https:\S+$/);
});

test("a body is never empty", () => {
  for (const told of [...Object.values(TOLD), hostileTold("")])
    for (const { body } of apprise.requestsOf(told, settings, null))
      expect(JSON.parse(body).body).not.toBe("");
});

describe("answers", () => {
  const judge = judging(apprise);

  test.each([
    [200, "", "accepted"],
    [204, "", "final, off"],
    [400, { error: "Bad FORM Payload provided" }, "final"],
    [401, "", "final, off"],
    [404, "404 page not found", "retry"],
    [424, { error: "One or more notification could not be sent." }, "retry"],
    [429, "", "wait 60000"],
    [431, "", "final"],
    [500, { error: "An error occurred accessing configuration" }, "retry"],
  ])("%i %j → %s", (status, text, meaning) => {
    expect(meaningOf(judge(status, text))).toBe(meaning);
  });
});

test.each([{ key: "a/b" }, { key: "" }, { key: ".." }, { tag: "a+b" }, { tag: "a\nb" }, { tag: "a,," }])(
  "refuses %j",
  (given) => expect(apprise.settings.safeParse({ ...settings, ...given }).success).toBe(false),
);
