import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { interpreting } from "@/testing/meaning-of";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { schemaErrors } from "@/testing/schema-errors";
import { alertmanager } from "./alertmanager";

const settings = { url: "https://alertmanager.example.com" };
const buildRequests = (notification: Notification = hostileNotification(""), ref: string | null = null) =>
  alertmanager.buildRequests(notification, settings, ref);
const buildAlert = (notification?: Notification, ref?: string | null) =>
  JSON.parse(buildRequests(notification, ref)[0]?.body ?? "[]")[0];

test("an open alert has the labels that it is found by, and stays open for a year", () => {
  expect(buildAlert(NOTIFICATIONS.missing)).toMatchObject({
    labels: { alertname: "Nightly backup", snitch: "c2354d53d2", severity: "critical", case: "Acme" },
    startsAt: "2026-03-10T02:00:00.000Z",
    endsAt: "2027-03-10T02:00:00.000Z",
  });
});

test("an alert that has ended is over by every clock, and replaces the open one", () => {
  for (const name of ["reporting", "paused", "past"]) {
    const { startsAt, endsAt, annotations } = buildAlert(NOTIFICATIONS[name]);
    expect(startsAt).toBe(buildAlert(NOTIFICATIONS.missing).startsAt);
    expect(endsAt).toBe(startsAt);
    expect(annotations.ended_at).toBe("2026-03-10T03:30:00.000Z");
  }
});

test("the end has the labels of the first message, also after new ones", () => {
  const [open] = buildRequests(NOTIFICATIONS.missing);
  const accepted = interpreting(alertmanager)(200, "", {}, open);
  const ref = accepted.kind === "accepted" ? (accepted.ref ?? null) : null;
  const renamed: Notification = { ...hostileNotification("New name"), event: "reporting", severity: "info" };
  expect(buildAlert(renamed).labels.alertname).toBe("New name");
  expect(buildAlert(renamed, ref).labels).toEqual(buildAlert(NOTIFICATIONS.missing).labels);
});

test("a test and a drill are alerts of their own, which end after ten minutes", () => {
  expect(buildAlert(NOTIFICATIONS.test, "{}")).toMatchObject({
    labels: { alertname: "Tattle test" },
    startsAt: "2026-03-10T02:00:00.000Z",
    endsAt: "2026-03-10T02:10:00.000Z",
  });
  expect(buildAlert(NOTIFICATIONS.drill)).toMatchObject({
    labels: { alertname: "Tattle drill" },
    generatorURL: "https://tattle.example.com/drills/d0a1b2c3",
  });
});

test("sends nothing about acknowledgements, an end without an incident, and the end of a drill, which ends on its own", () => {
  expect(buildRequests(NOTIFICATIONS.acknowledged)).toEqual([]);
  expect(buildRequests(NOTIFICATIONS["first report"])).toEqual([]);
  expect(buildRequests(NOTIFICATIONS["end of a drill"])).toEqual([]);
});

test.each(["", ...HOSTILE_NAMES])("shows %j as it is, in labels that are never empty", (name) => {
  const [request] = buildRequests({ ...hostileNotification(name), message: name.repeat(100) });
  expect(schemaErrors("alertmanager-alerts", request?.body ?? "")).toEqual([]);
  const { labels, annotations } = JSON.parse(request?.body ?? "")[0];
  expect(labels.alertname).toBe(name || "c2354d53d2");
  expect(annotations.summary).toBe(`${name} is missing`);
  expect(annotations.description.length).toBeLessThanOrEqual(4_000);
});
