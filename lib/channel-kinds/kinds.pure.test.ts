import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { ALL_KINDS } from "./find";
import { type AnyKind, type Outgoing, writeMessage } from "./kind";
import { isHostIn } from "./settings";

/** The golden requests were read against the documentation of each service. This file run with `-u` writes them again. */
const goldenFile = (kind: string) => `./golden/${kind}.json`;

const readable = (body: string) => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

const SIGNING = {
  id: "019e7140-2222-7c3e-9d15-0f6f8e2b7a44",
  at: new Date("2026-03-10T02:00:05.000Z"),
  secrets: [`whsec_${Buffer.from("x".repeat(24)).toString("base64")}`],
};

/** The signed requests of an attempt, from what is saved of the notification. */
const buildRequests = (
  kind: AnyKind,
  notification: Notification,
  settings: Record<string, string>,
  ref: string | null,
): Outgoing[] =>
  kind
    .buildRequests(JSON.parse(writeMessage(kind, notification)), settings, ref)
    .map((request) => ({ ...request, headers: { ...request.headers, ...kind.sign?.(request, SIGNING) } }));

test("every kind has an example of its settings, and there is none of any other", () => {
  expect(Object.keys(CHANNEL_EXAMPLES).sort()).toEqual(ALL_KINDS.map(({ kind }) => kind).sort());
});

describe.each(ALL_KINDS)("$kind", (kind) => {
  const example = CHANNEL_EXAMPLES[kind.kind];
  const settings = kind.settings.parse(example?.settings ?? {});
  const ref = example?.ref ?? null;

  test("sends the golden requests", async () => {
    const requests = Object.fromEntries(
      Object.entries(NOTIFICATIONS).map(([name, notification]) => [
        name,
        buildRequests(kind, notification, settings, name === "missing" ? null : ref).map((request) => ({
          ...request,
          body: readable(request.body),
        })),
      ]),
    );
    await expect(`${JSON.stringify(requests, null, 2)}\n`).toMatchFileSnapshot(goldenFile(kind.kind));
  });

  test("sends the same in every attempt, and only to its hosts", () => {
    for (const notification of Object.values(NOTIFICATIONS)) {
      const requests = buildRequests(kind, notification, settings, ref);
      expect(buildRequests(kind, notification, settings, ref)).toEqual(requests);
      for (const { url } of requests)
        if (kind.hosts !== "any") expect(isHostIn(new URL(url).hostname, kind.hosts)).toBe(true);
    }
  });

  test("sends hostile names without breaking its format", () => {
    for (const name of HOSTILE_NAMES)
      for (const { url, headers, body } of buildRequests(kind, hostileNotification(name), settings, ref)) {
        expect(URL.canParse(url)).toBe(true);
        expect(new URL(url).host).toBe(
          new URL(
            buildRequests(kind, NOTIFICATIONS.missing ?? hostileNotification(""), settings, null)[0]?.url ??
              "",
          ).host,
        );
        expect(() => new Headers(headers)).not.toThrow();
        expect(body.isWellFormed()).toBe(true);
        if (headers["Content-Type"] === "application/json") expect(() => JSON.parse(body)).not.toThrow();
      }
  });

  test("names each setting, says where to find it, and shows an example that is valid", () => {
    expect(kind.settings.safeParse(example?.settings).success).toBe(true);
    for (const setting of Object.values(kind.settings.shape)) {
      const meta = z.globalRegistry.get(setting);
      expect(meta).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        examples: [expect.any(String)],
      });
      for (const shown of (meta?.examples as string[]) ?? [])
        expect(z.safeParse(setting, shown).success).toBe(true);
    }
    const all = Object.keys({ ...example?.settings, ...example?.or });
    for (const secret of kind.secrets) expect(all).toContain(secret);
  });
});
