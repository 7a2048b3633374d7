import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { schemaErrors } from "@/lib/testing/schema-errors";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { alertmanager } from "./alertmanager";
import type { Told } from "./told";

const settings = { url: "https://alertmanager.example.com" };
const requestsOf = (told: Told = hostileTold(""), ref: string | null = null) =>
  alertmanager.requestsOf(told, settings, ref);
const alertOf = (told?: Told, ref?: string | null) => JSON.parse(requestsOf(told, ref)[0]?.body ?? "[]")[0];

const judge = judging(alertmanager);

test("an open alert has the labels that it is found by, and stays open for a year", () => {
  expect(alertOf(TOLD.missing)).toMatchObject({
    labels: { alertname: "Nightly backup", snitch: "c2354d53d2", severity: "critical", case: "Acme" },
    startsAt: "2026-03-10T02:00:00.000Z",
    endsAt: "2027-03-10T02:00:00.000Z",
  });
});

test("an alert that has ended is over by every clock, and replaces the open one", () => {
  for (const name of ["reporting", "paused", "past"]) {
    const { startsAt, endsAt, annotations } = alertOf(TOLD[name]);
    expect(startsAt).toBe(alertOf(TOLD.missing).startsAt);
    expect(endsAt).toBe(startsAt);
    expect(annotations.ended_at).toBe("2026-03-10T03:30:00.000Z");
  }
});

test("the end has the labels of the first message, also after new ones", () => {
  const [open] = requestsOf(TOLD.missing);
  const accepted = judge(200, "", {}, open);
  const ref = accepted.kind === "accepted" ? (accepted.ref ?? null) : null;
  const renamed: Told = { ...hostileTold("New name"), event: "reporting", severity: "info" };
  expect(alertOf(renamed).labels.alertname).toBe("New name");
  expect(alertOf(renamed, ref).labels).toEqual(alertOf(TOLD.missing).labels);
});

test("a test and a drill are alerts of their own, which end after ten minutes", () => {
  expect(alertOf(TOLD.test, "{}")).toMatchObject({
    labels: { alertname: "Tattle test" },
    startsAt: "2026-03-10T02:00:00.000Z",
    endsAt: "2026-03-10T02:10:00.000Z",
  });
  expect(alertOf(TOLD.drill)).toMatchObject({
    labels: { alertname: "Tattle drill" },
    generatorURL: "https://tattle.example.com/drills/d0a1b2c3",
  });
});

test("says nothing of acknowledgements, of an end without an incident, and of a drill, which ends by itself", () => {
  expect(requestsOf(TOLD.acknowledged)).toEqual([]);
  expect(requestsOf(TOLD["first report"])).toEqual([]);
  expect(requestsOf(TOLD["end of a drill"])).toEqual([]);
});

test.each(Object.entries(TOLD))("%s is valid by the schema of Alertmanager", (_, told) => {
  for (const { body } of requestsOf(told)) expect(schemaErrors("alertmanager-alerts", body)).toEqual([]);
});

test.each(["", ...HOSTILE_NAMES])("shows %j as it is, in labels that are never empty", (name) => {
  const [request] = requestsOf({ ...hostileTold(name), message: name.repeat(100) });
  expect(schemaErrors("alertmanager-alerts", request?.body ?? "")).toEqual([]);
  const { labels, annotations } = JSON.parse(request?.body ?? "")[0];
  expect(labels.alertname).toBe(name || "c2354d53d2");
  expect(annotations.summary).toBe(`${name} is missing`);
  expect(annotations.description.length).toBeLessThanOrEqual(4_000);
});

describe("answers", () => {
  test.each([
    [200, "", "accepted"],
    [400, '"bad label"', "final"],
    [401, "", "final, off"],
    [403, "", "final, off"],
    [404, "404 page not found", "retry"],
    [429, "", "wait 60000"],
    [500, '"internal"', "retry"],
    [503, "", "retry"],
  ])("%i %s → %s", (status, text, meaning) => {
    expect(meaningOf(judge(status, text))).toBe(meaning);
  });
});

test.each(["", "alertmanager", "ftp://a.example", "https://a:b@a.example", "https://a.example/?x=1"])(
  "refuses %s",
  (url) => expect(alertmanager.settings.safeParse({ url }).success).toBe(false),
);
