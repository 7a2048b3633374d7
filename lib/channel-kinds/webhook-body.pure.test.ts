import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { writeMessage } from "./kind";
import { webhook } from "./webhook";
import { findBodyProblem, renderBody, TEMPLATE_NAMES } from "./webhook-body";

const JSON_TYPE = "application/json";

const nameIn = (name: string) => ({ data: { snitch: { name } } });

test("every name of every event can be used, and no name is one that no event has", () => {
  const leaves = (value: unknown, path: string): string[] =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name))
      : [path];
  const events = Object.values(NOTIFICATIONS).map((one) => JSON.parse(writeMessage(webhook, one)));
  const used = new Set(events.filter(Boolean).flatMap((event) => leaves(event, "")));
  expect([...used].filter((name) => !TEMPLATE_NAMES.includes(name))).toEqual([]);
  // Only of snitches with a link, and of late reports.
  const rare = ["data.snitch.url", "data.reported_late.at", "data.reported_late.received_at"];
  expect(TEMPLATE_NAMES.filter((name) => !used.has(name) && !rare.includes(name))).toEqual([]);
});

test("a value is what the event has, and empty if it has none", () => {
  const event = {
    type: "snitch.missing",
    data: { snitch: { tags: ["a", "b"] }, run: { duration_ms: 7, rid: null } },
  };
  const template =
    "{{type}} {{ data.snitch.tags }} {{data.run.duration_ms}} [{{data.run.rid}}{{data.cause}}]";
  expect(renderBody(template, event, "text/plain")).toBe("snitch.missing a,b 7 []");
});

const TEMPLATES = [
  '{"text": "{{data.snitch.name}}"}',
  '{"{{data.snitch.name}}": ["a {{data.snitch.name}} b{{data.snitch.name}}", {"b": "\\\\{{data.snitch.name}}"}]}',
  '"{{data.snitch.name}}"',
];

test("whatever a snitch is called, a template of JSON gives JSON with exactly that text", () => {
  const anyName = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      ...HOSTILE_NAMES,
      '","admin":true,"',
      "\\",
      '\\"',
      "{{type}}",
      "$&",
      "$1",
      "\u2028",
      "\ud800",
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...TEMPLATES), anyName, (template, name) => {
      expect(findBodyProblem(template, JSON_TYPE)).toBeNull();
      const parsed = JSON.parse(renderBody(template, nameIn(name), JSON_TYPE));
      const expected = JSON.parse(renderBody(template, nameIn("NAME"), JSON_TYPE), (_, value) =>
        typeof value === "string" ? value.replaceAll("NAME", () => name.toWellFormed()) : value,
      );
      expect(Object.values(Object(parsed))).toEqual(Object.values(Object(expected)));
    }),
  );
});

test.each([
  ["a section", '{"a": "{{#data.run}}x{{/data.run}}"}'],
  ["an inverted section", '{"a": "{{^data.run}}x{{/data.run}}"}'],
  ["a partial", '{"a": "{{> secrets}}"}'],
  ["other delimiters", '{"a": "{{=<% %>=}}"}'],
  ["a value without escapes", '{"a": "{{&data.snitch.name}}"}'],
  ["three braces", '{"a": "{{{data.snitch.name}}}"}'],
  ["a comment", '{"a": "{{! hi }}"}'],
  ["an unknown name", '{"a": "{{data.snitch.secret}}"}'],
  ["an object", '{"a": "{{data.snitch}}"}'],
  ["what every object has", '{"a": "{{data.constructor}}{{__proto__}}"}'],
  ["an open brace", '{"a": "{{data.snitch.name"}'],
  ["a value outside quotes", '{"a": {{data.snitch.name}}}'],
  ["a number outside quotes", '{"a": {{data.run.duration_ms}}}'],
  ["a name in an escape", '{"a": "\\{{data.snitch.name}}"}'],
  ["a name in a code point", '{"a": "\\u00{{data.snitch.name}}"}'],
  ["no JSON", "name={{data.snitch.name}}"],
  ["too many names", `"${"{{type}}".repeat(51)}"`],
])("%s is refused", (_, template) => {
  expect(findBodyProblem(template, JSON_TYPE)).toEqual(expect.any(String));
});

test("ten thousand braces are refused as fast as one", () => {
  expect(findBodyProblem("{".repeat(10_000), "text/plain")).toContain("two braces");
});

test("a value cannot leave what it stands in, whatever the type of the body", () => {
  const event = nameIn(`a&admin=1 <b>"'`);
  const render = (contentType: string) => renderBody("{{data.snitch.name}}", event, contentType);
  expect(render("application/x-www-form-urlencoded")).toBe("a%26admin%3D1%20%3Cb%3E%22'");
  expect(render("application/xml; charset=utf-8")).toBe("a&#38;admin=1 &#60;b&#62;&#34;&#39;");
  expect(render("application/vnd.api+json")).toBe(`a&admin=1 <b>\\"'`);
  expect(render("text/plain")).toBe(`a&admin=1 <b>"'`);
});

test("a request is bounded, however long the notes are", () => {
  const event = { data: { snitch: { notes: "\u0001".repeat(100_000) } } };
  expect(renderBody('"{{data.snitch.notes}}"', event, JSON_TYPE).length).toBeLessThan(61_000);
});

const settings = { url: "https://ann:pw@example.com/hook", headers: "", body: "" };
const requestOf = (changes: Partial<typeof settings>) => {
  const event = JSON.parse(writeMessage(webhook, hostileNotification("a")));
  const [request] = webhook.buildRequests(event, { ...settings, ...changes }, null);
  return request;
};

test("own headers take our place, whatever their case, and the body is signed as it is sent", () => {
  const request = requestOf({
    headers: "content-type: text/plain\nAUTHORIZATION: Token 7",
    body: "{{data.snitch.name}} is {{data.snitch.status}}",
  });
  expect(request).toMatchObject({
    url: "https://example.com/hook",
    headers: { "content-type": "text/plain", AUTHORIZATION: "Token 7" },
    body: "a is missing",
  });
  expect(Object.keys(request?.headers ?? {})).toHaveLength(2);
  expect(requestOf({ headers: "X-Team: ops" })?.headers).toEqual({
    "Content-Type": "application/json",
    Authorization: "Basic YW5uOnB3",
    "X-Team": "ops",
  });
});

test("whether a body is valid depends on the type in the headers", () => {
  const parse = (changes: Partial<typeof settings>) =>
    webhook.settings.safeParse({ ...settings, ...changes });
  expect(parse({ body: "{{type}}" }).error?.issues[0]?.path).toEqual(["body"]);
  expect(parse({ body: "{{type}}", headers: "Content-Type: text/plain" }).success).toBe(true);
  expect(parse({}).success).toBe(true);
});
