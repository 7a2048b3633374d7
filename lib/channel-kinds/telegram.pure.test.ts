import { describe, expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { telegram } from "./telegram";

const settings = telegram.settings.parse({
  bot_token: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc",
  chat_id: "-100123",
});
const buildRequests = (
  notification: Notification = hostileNotification(""),
  ref: string | null = null,
  config = settings,
) => telegram.buildRequests(notification, config, ref);
const buildBodies = (notification?: Notification, ref?: string | null) =>
  buildRequests(notification, ref).map(({ body }) => JSON.parse(body));

/** The text as people see it. */
const shown = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

test("the first message stands alone, and later ones reply to it", () => {
  expect(buildBodies(NOTIFICATIONS.missing)[0]).not.toHaveProperty("reply_parameters");
  expect(buildBodies(NOTIFICATIONS.reminder, "365")).toMatchObject([
    { reply_parameters: { message_id: 365, allow_sending_without_reply: true } },
  ]);
  expect(buildBodies(NOTIFICATIONS.test, "365")[0]).not.toHaveProperty("reply_parameters");
});

test("the end replies to the first message and edits it", () => {
  const [reply, edit] = buildRequests(NOTIFICATIONS.reporting, "365");
  expect(reply?.url).toMatch(/\/bot123456789:[\w-]{35}\/sendMessage$/);
  expect(edit?.url).toMatch(/\/editMessageText$/);
  expect(JSON.parse(edit?.body ?? "")).toMatchObject({ chat_id: "-100123", message_id: 365 });
  expect(JSON.parse(edit?.body ?? "").text).toBe(JSON.parse(reply?.body ?? "").text);
  expect(buildRequests(NOTIFICATIONS.reporting)).toHaveLength(1);
});

test("a topic is named only if it is given", () => {
  expect(buildBodies()[0]).not.toHaveProperty("message_thread_id");
  const inTopic = telegram.settings.parse({ ...settings, thread_id: "42" });
  expect(
    JSON.parse(buildRequests(NOTIFICATIONS.missing, null, inTopic)[0]?.body ?? "").message_thread_id,
  ).toBe(42);
});

test("what people wrote has no markup, no mentions and no links", () => {
  const [{ text }] = buildBodies(hostileNotification(`<b>&"@ann</b> https://evil.example #tag /stop`));
  expect(text).toMatch(
    /^<b>&lt;b&gt;&amp;&quot;@\u2060ann&lt;\/?\u2060b&gt; https:\u2060\/\u2060\/\u2060evil\.\u2060example #\u2060tag \/\u2060stop is missing<\/b>\n/,
  );
  expect(text).toContain(
    `Last message: <code>&lt;b&gt;&amp;&quot;@ann&lt;/b&gt; https://evil.example #tag /stop</code>`,
  );
  expect(text.slice(text.indexOf("Notes:"))).not.toMatch(/@\w|<b>/);
});

test("what a job reported has no mentions and no links where a sentence repeats it", () => {
  const errored = { ...hostileNotification("", "errored"), exitStatus: "@ann evil.example" };
  expect(buildBodies(errored)[0].text).toContain(
    "\n\nIt reported an error on 2026-03-10 02:\u206000 UTC, with exit status @\u2060ann evil.\u2060example.\n\n",
  );
});

test("notes keep their links", () => {
  expect(buildBodies(NOTIFICATIONS.missing)[0].text).toContain(
    "Notes: Runbook: https://wiki.example.com/backup\n",
  );
});

test.each(HOSTILE_NAMES)("keeps to its own tags and to the limits with %j", (name) => {
  const [{ text }] = buildBodies(hostileNotification(name));
  const tags = [...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
  expect(new Set([...tags, "pre"])).toEqual(new Set(["b", "code", "pre", "a"]));
  expect(text.replace(/&(amp|lt|gt|quot);/g, "")).not.toContain("&");
  expect(shown(text).length).toBeLessThanOrEqual(4_096);
});

test("keeps to the limit also if everything is as long as can be", () => {
  const notification = hostileNotification("x".repeat(5_000));
  const long = "y.".repeat(2_500);
  const [{ text }] = buildBodies({
    ...notification,
    heldBy: "threshold",
    caseName: long,
    exitStatus: long,
    snitch: { ...notification.snitch, tags: [long] },
    run: notification.run && { ...notification.run, rid: long },
  });
  expect(shown(text).length).toBeGreaterThan(3_000);
  expect(shown(text).length).toBeLessThanOrEqual(4_096);
});

describe("responses", () => {
  const interpret = interpreting(telegram);
  const failed = (error_code: number, description: string, parameters?: object) =>
    [error_code, { ok: false, error_code, description, ...(parameters && { parameters }) }] as const;

  test.each([
    [...failed(401, "Unauthorized"), "final, off"],
    [...failed(404, "Not Found"), "final, off"],
    [...failed(400, "Bad Request: chat not found"), "final, off"],
    [...failed(400, "Bad Request: PEER_ID_INVALID"), "final, off"],
    [...failed(403, "Forbidden: bot was kicked from the supergroup chat"), "final, off"],
    [...failed(403, "Forbidden: bot is not a member of the channel chat"), "final, off"],
    [...failed(403, "Forbidden: bot was blocked by the user"), "final, off"],
    [...failed(403, "Forbidden: bot can't initiate conversation with a user"), "final, off"],
    [...failed(403, "Forbidden: user is deactivated"), "final, off"],
    [...failed(403, "Forbidden: the group chat was deleted"), "final, off"],
    [...failed(400, "Bad Request: not enough rights to send text messages to the chat"), "final, off"],
    [...failed(400, "Bad Request: message thread not found"), "final, off"],
    [...failed(400, "Bad Request: TOPIC_CLOSED"), "final, off"],
    [...failed(400, "Bad Request: can't parse entities"), "final"],
    [...failed(400, "Bad Request: message is not modified"), "final"],
    [...failed(429, "Too Many Requests: retry after 7", { retry_after: 7 }), "wait 7000"],
    [...failed(429, "Too Many Requests"), "wait 60000"],
    [...failed(500, "Internal Server Error"), "retry"],
    [502, "<html>Bad Gateway</html>", "retry"],
  ] as const)("%i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpret(status, text))).toBe(meaning);
  });

  test("each reason to switch it off says what to do", () => {
    const explainFailure = (status: number, description: string) => {
      const responseOutcome = interpret(status, { ok: false, description });
      return responseOutcome.kind === "final" ? responseOutcome.why : "";
    };
    expect(explainFailure(401, "Unauthorized")).toMatch(/Copy it again/);
    expect(explainFailure(403, "Forbidden: bot was kicked from the group chat")).toMatch(
      /Add it to the chat again/,
    );
    expect(explainFailure(403, "Forbidden: bot was blocked by the user")).toMatch(/press Start/);
    expect(explainFailure(400, "Bad Request: chat not found")).toMatch(/check its number/);
  });

  test("the first message is the reference, also if its response is cut", () => {
    const [first] = buildRequests(NOTIFICATIONS.missing);
    const [reply, edit] = buildRequests(NOTIFICATIONS.reporting, "365");
    const sent = `{"ok":true,"result":{"message_id":365,"from":{"id":1},"text":"Nightly back`;
    expect(interpret(200, sent, {}, first)).toEqual({ kind: "accepted", ref: "365" });
    expect(interpret(200, sent, {}, reply)).toEqual({ kind: "accepted" });
    expect(interpret(200, sent, {}, edit)).toEqual({ kind: "accepted" });
  });

  test.each(["message is not modified: specified new message content", "message to edit not found"])(
    "an edit is done if the %s",
    (text) => {
      const edit = buildRequests(NOTIFICATIONS.reporting, "365")[1];
      expect(interpret(...failed(400, `Bad Request: ${text}`), {}, edit)).toEqual({ kind: "accepted" });
      expect(formatMeaning(interpret(...failed(403, "Forbidden: bot was kicked"), {}, edit))).toBe(
        "final, off",
      );
    },
  );

  test("a group that became a supergroup gets its new number", () => {
    const text = "Bad Request: group chat was upgraded to a supergroup chat";
    expect(interpret(...failed(400, text, { migrate_to_chat_id: -1001234567890 }))).toEqual({
      kind: "retry",
      settings: { chat_id: "-1001234567890" },
    });
  });
});
