import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { discord } from "./discord";

const settings = { url: "https://discord.com/api/webhooks/1234567890/XXXX" };
const REF = "1300000000000000000";
const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");
const buildRequests = (notification: Notification, ref: string | null = null, url = settings.url) =>
  discord.buildRequests(notification, { url }, ref);
const buildBodies = (notification: Notification, ref: string | null = null) =>
  buildRequests(notification, ref).map(({ body }) => JSON.parse(body));

test("the first message is edited when the incident ends, and a short one says so", () => {
  expect(buildRequests(example("missing")).map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST ${settings.url}?wait=true`,
  ]);
  expect(buildRequests(example("reporting"), REF).map(({ method, url }) => `${method} ${url}`)).toEqual([
    `PATCH ${settings.url}/messages/${REF}`,
    `POST ${settings.url}?wait=true`,
  ]);
  expect(buildBodies(example("reporting"), REF)[1].content).toMatch(
    /^Nightly backup has recovered\n\[Open\]/,
  );
});

test("a reminder is a message of its own, and an acknowledgement is none", () => {
  expect(buildRequests(example("reminder"), REF).map(({ method }) => method)).toEqual(["POST"]);
  expect(buildRequests(example("acknowledged"), REF)).toEqual([]);
});

test("a message in a thread is edited in this thread", () => {
  const urls = buildRequests(example("reporting"), REF, `${settings.url}?thread_id=42`).map(({ url }) => url);
  expect(urls).toEqual([
    `${settings.url}/messages/${REF}?thread_id=42`,
    `${settings.url}?thread_id=42&wait=true`,
  ]);
});

describe("the id of a message is kept", () => {
  const interpretResponse = (notification: Notification, ref: string | null, index = 0) => {
    const request = buildRequests(notification, ref)[index];
    return interpreting(discord)(200, { id: REF, content: "" }, {}, request);
  };

  test("only for the first message about an incident", () => {
    expect(interpretResponse(example("missing"), null)).toEqual({ kind: "accepted", ref: REF });
    expect(interpretResponse(example("reminder"), REF)).toEqual({ kind: "accepted" });
    expect(interpretResponse(example("reporting"), REF, 0)).toEqual({ kind: "accepted" });
    expect(interpretResponse(example("reporting"), REF, 1)).toEqual({ kind: "accepted" });
  });

  test("not if what came back was cut off, nor if a name pretends to be one", () => {
    const request = buildRequests(example("missing"))[0];
    expect(interpreting(discord)(200, `{"type":0,"content":"`, {}, request)).toEqual({ kind: "accepted" });
    const named = buildRequests(hostileNotification(`"embeds":[{"id":"1"}]`), REF)[0];
    expect(interpreting(discord)(200, { id: "2" }, {}, named)).toEqual({ kind: "accepted" });
  });
});

test.each([
  ["*bold* _italic_ ~strike~ `code` ||x||", "\\*bold\\* \\_italic\\_ \\~strike\\~ \\`code\\` \\|\\|x\\|\\|"],
  ["# title\n- item\n1. item\n-# small", "\\# title\n\\- item\n1\\. item\n\\-# small"],
  ["<@123> <@&987> @everyone", "\\<\\@123\\> \\<\\@&987\\> \\@everyone"],
  ["[click](https://evil.example)", "\\[click\\](https:\\/\\/evil.example)"],
  ["discord.gg/abc", "discord.gg\\/abc"],
  ["back\\slash", "back\\\\slash"],
  ["a - b + c 1.5", "a - b + c 1.5"],
])("shows %j as it is", (name, escaped) => {
  expect(buildBodies(hostileNotification(name))[0].embeds[0].title).toBe(`${escaped} is missing`);
  expect(buildBodies(hostileNotification(name), REF)[0].content).toContain(`${escaped} is missing`);
});

test("the longest texts are cut, and keep their links", () => {
  const example = hostileNotification("x");
  const long = { ...example, snitch: { ...example.snitch, notes: "*".repeat(5_000) } };
  expect(buildBodies(long)[0].embeds[0].description).toHaveLength(4_096);
  expect(buildBodies(long, REF)[0].content).toHaveLength(2_000);
  expect(buildBodies(long, REF)[0].content).toMatch(/…\n\[Acknowledge\]\(\S+\) · \[Open\]\(\S+\)$/);
});

test.each([
  [404, 10_008, "accepted"],
  [400, 50_083, "accepted"],
  [404, 10_015, "final, off"],
  [401, 50_027, "final, off"],
  [500, 0, "retry"],
])(
  "a message that cannot be edited does not hold up the next: %i with code %i → %s",
  (status, code, meaning) => {
    const edit = buildRequests(example("reporting"), REF)[0];
    expect(formatMeaning(interpreting(discord)(status, { code }, {}, edit))).toBe(meaning);
  },
);
