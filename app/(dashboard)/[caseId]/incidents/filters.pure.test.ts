import { expect, test } from "vitest";
import { buildIncidentsUrl, parseIncidentQuery } from "./filters";

const ID = "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44";

test.each([
  "",
  "?status=closed",
  "?tag=db&tag=env%3Aprod",
  "?severity=warning",
  "?group=machine",
  "?group=none",
  "?cause=No+space+left",
  "?q=disk+full",
  `?after=${ID}`,
  `?status=closed&tag=db&severity=info&group=cause&q=x&after=acknowledged-${ID}`,
])("the URL with %j is read and written alike", (query) => {
  const parameters = new URLSearchParams(query);
  const view = parseIncidentQuery(
    Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)])),
  );
  expect(buildIncidentsUrl("/acme", view, { after: view.after })).toBe(`/acme/incidents${query}`);
});

test("invalid values are ignored", () => {
  const query = {
    status: "over",
    severity: "loud",
    group: "day",
    after: "acknowledged-1",
    q: " \0 ",
    tag: "\0",
  };
  expect(buildIncidentsUrl("/acme", parseIncidentQuery(query))).toBe("/acme/incidents");
});

test("another filter begins at the first page", () => {
  const view = parseIncidentQuery({ after: ID, tag: "db" });
  expect(buildIncidentsUrl("/acme", view, { severity: "critical" })).toBe(
    "/acme/incidents?tag=db&severity=critical",
  );
});
