import { describe, expect, test } from "vitest";
import { judging, meaningOf } from "@/lib/testing/meaning-of";
import { HOSTILE_NAMES, hostileTold, TOLD } from "@/lib/testing/told";
import { telegram } from "./telegram";
import type { Told } from "./told";

const settings = telegram.settings.parse({
  bot_token: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc",
  chat_id: "-100123",
});
const requestsOf = (told: Told = hostileTold(""), ref: string | null = null, given = settings) =>
  telegram.requestsOf(told, given, ref);
const bodiesOf = (told?: Told, ref?: string | null) =>
  requestsOf(told, ref).map(({ body }) => JSON.parse(body));

/** The text as people see it. */
const shown = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

test("the first message stands alone, and later ones reply to it", () => {
  expect(bodiesOf(TOLD.missing)[0]).not.toHaveProperty("reply_parameters");
  expect(bodiesOf(TOLD.reminder, "365")).toMatchObject([
    { reply_parameters: { message_id: 365, allow_sending_without_reply: true } },
  ]);
  expect(bodiesOf(TOLD.test, "365")[0]).not.toHaveProperty("reply_parameters");
});

test("the end replies to the first message and edits it", () => {
  const [reply, edit] = requestsOf(TOLD.reporting, "365");
  expect(reply?.url).toMatch(/\/bot123456789:[\w-]{35}\/sendMessage$/);
  expect(edit?.url).toMatch(/\/editMessageText$/);
  expect(JSON.parse(edit?.body ?? "")).toMatchObject({ chat_id: "-100123", message_id: 365 });
  expect(JSON.parse(edit?.body ?? "").text).toBe(JSON.parse(reply?.body ?? "").text);
  expect(requestsOf(TOLD.reporting)).toHaveLength(1);
});

test("a topic is named only if it is given", () => {
  expect(bodiesOf()[0]).not.toHaveProperty("message_thread_id");
  const inTopic = telegram.settings.parse({ ...settings, thread_id: "42" });
  expect(JSON.parse(requestsOf(TOLD.missing, null, inTopic)[0]?.body ?? "").message_thread_id).toBe(42);
});

test("what people wrote has no markup, no mentions and no links", () => {
  const [{ text }] = bodiesOf(hostileTold(`<b>&"@ann</b> https://evil.example #tag /stop`));
  expect(text).toMatch(
    /^<b>&lt;b&gt;&amp;&quot;@\u2060ann&lt;\/?\u2060b&gt; https:\u2060\/\u2060\/\u2060evil\.\u2060example #\u2060tag \/\u2060stop is missing<\/b>\n/,
  );
  expect(text).toContain(
    `Last message: <code>&lt;b&gt;&amp;&quot;@ann&lt;/b&gt; https://evil.example #tag /stop</code>`,
  );
  expect(text.slice(text.indexOf("Notes:"))).not.toMatch(/@\w|<b>/);
});

test("notes keep their links", () => {
  expect(bodiesOf(TOLD.missing)[0].text).toContain("Notes: Runbook: https://wiki.example.com/backup\n");
});

test.each(HOSTILE_NAMES)("keeps to its own tags and to the limits with %j", (name) => {
  const [{ text }] = bodiesOf(hostileTold(name));
  const tags = [...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(["b", "code", "a"]));
  expect(text.replace(/&(amp|lt|gt|quot);/g, "")).not.toContain("&");
  expect(shown(text).length).toBeLessThanOrEqual(4_096);
});

test("keeps to the limit also if everything is as long as can be", () => {
  const told = hostileTold("x".repeat(5_000));
  const long = "y.".repeat(2_500);
  const [{ text }] = bodiesOf({
    ...told,
    heldBy: "threshold",
    caseName: long,
    exitStatus: long,
    snitch: { ...told.snitch, tags: [long] },
    run: told.run && { ...told.run, rid: long },
  });
  expect(shown(text).length).toBeGreaterThan(3_000);
  expect(shown(text).length).toBeLessThanOrEqual(4_096);
});

describe("answers", () => {
  const judge = judging(telegram);
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
    expect(meaningOf(judge(status, text))).toBe(meaning);
  });

  test("each reason to switch it off says what to do", () => {
    const whyOf = (status: number, description: string) => {
      const judgement = judge(status, { ok: false, description });
      return judgement.kind === "final" ? judgement.why : "";
    };
    expect(whyOf(401, "Unauthorized")).toMatch(/Copy it again/);
    expect(whyOf(403, "Forbidden: bot was kicked from the group chat")).toMatch(/Add it to the chat again/);
    expect(whyOf(403, "Forbidden: bot was blocked by the user")).toMatch(/press Start/);
    expect(whyOf(400, "Bad Request: chat not found")).toMatch(/check its number/);
  });

  test("the first message is the reference, also if its response is cut", () => {
    const [first] = requestsOf(TOLD.missing);
    const [reply, edit] = requestsOf(TOLD.reporting, "365");
    const sent = `{"ok":true,"result":{"message_id":365,"from":{"id":1},"text":"Nightly back`;
    expect(judge(200, sent, {}, first)).toEqual({ kind: "accepted", ref: "365" });
    expect(judge(200, sent, {}, reply)).toEqual({ kind: "accepted" });
    expect(judge(200, sent, {}, edit)).toEqual({ kind: "accepted" });
  });

  test.each(["message is not modified: specified new message content", "message to edit not found"])(
    "an edit is done if the %s",
    (text) => {
      const edit = requestsOf(TOLD.reporting, "365")[1];
      expect(judge(...failed(400, `Bad Request: ${text}`), {}, edit)).toEqual({ kind: "accepted" });
      expect(meaningOf(judge(...failed(403, "Forbidden: bot was kicked"), {}, edit))).toBe("final, off");
    },
  );

  test("a group that became a supergroup gets its new number", () => {
    const text = "Bad Request: group chat was upgraded to a supergroup chat";
    expect(judge(...failed(400, text, { migrate_to_chat_id: -1001234567890 }))).toEqual({
      kind: "retry",
      settings: { chat_id: "-1001234567890" },
    });
  });
});

test.each([
  { bot_token: "123:short" },
  { bot_token: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-b/" },
  { chat_id: "group" },
  { chat_id: "@a" },
  { chat_id: "1 2" },
  { thread_id: "x" },
])("refuses %j", (given) => {
  expect(telegram.settings.safeParse({ ...settings, ...given }).success).toBe(false);
});
