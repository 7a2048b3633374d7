import { expect, test } from "vitest";
import { outboxUrl, parseOutboxQuery } from "./query";

const after = { at: new Date("2026-03-10T10:00:00.123Z"), id: "01a1fb83-af36-4345-9db8-85689f84cc20" };

test.each([
  {},
  { subject: "Missing: 100 % & more" },
  { to: "ada+x@example.com" },
  { subject: "a", to: "b", after },
])("the URL of a query is read as the same query", (query) => {
  const url = new URL(outboxUrl(query), "http://localhost");
  expect(parseOutboxQuery(Object.fromEntries(url.searchParams))).toEqual({ after: null, ...query });
});

test.each([
  { after: "nonsense" },
  { after: "9_9" },
  { after: "9999999999999999_01a1fb83-af36-4345-9db8-85689f84cc20" },
  { subject: " ", to: "\0" },
  { subject: ["a", "b"] },
])("an invalid value is ignored", (params) => {
  expect(parseOutboxQuery(params)).toEqual({ subject: undefined, to: undefined, after: null });
});
