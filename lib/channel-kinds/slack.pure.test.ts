import { describe, expect, test } from "vitest";
import { hostileNotification } from "@/testing/notification-examples";
import { interpretResponse } from "./interpret";
import { slack } from "./slack";

const settings = slack.settings.parse({ url: "https://hooks.slack.com/services/T000/B000/XXXX" });
const interpret = (status: number, text = "", headers = {}) =>
  interpretResponse(
    slack,
    { status, text, headers },
    { method: "POST", url: settings.url, headers: {}, body: "" },
  );

test("names are plain text, and the notification has no markup", () => {
  const [request] = slack.buildRequests(
    hostileNotification("<!channel> & <https://evil.example|click>"),
    settings,
    null,
  );
  const { text, attachments } = JSON.parse(request?.body ?? "");
  expect(text).toBe("&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt; is missing");
  expect(attachments[0].blocks[0].text).toEqual({
    type: "plain_text",
    text: "<!channel> & <https://evil.example|click> is missing",
    emoji: false,
  });
});

describe("responses", () => {
  test.each([
    [200, "ok", "accepted"],
    [404, "no_service", "final, off"],
    [410, "channel_is_archived", "final, off"],
    [403, "action_prohibited", "final, off"],
    [403, "", "retry"],
    [400, "invalid_token", "final, off"],
    [400, "invalid_blocks", "final"],
    [500, "", "retry"],
    [503, "", "retry"],
  ])("%i %s → %s", (status, text, meaning) => {
    const responseOutcome = interpret(status, text);
    const isOff = responseOutcome.kind === "final" && responseOutcome.switchOff;
    expect(isOff ? "final, off" : responseOutcome.kind).toBe(meaning);
  });

  test("429 waits as long as it asks, and at most an hour", () => {
    expect(interpret(429, "", { "retry-after": "30" })).toEqual({ kind: "retry", afterMs: 30_000 });
    expect(interpret(429, "", { "retry-after": "90000" })).toEqual({ kind: "retry", afterMs: 3_600_000 });
    expect(interpret(429)).toEqual({ kind: "retry", afterMs: 60_000 });
  });
});

test.each(["https://hooks.slack.com/services/T0/B0/x", "https://hooks.slack-gov.com/workflows/T0/A/1/x"])(
  "accepts %s",
  (url) => expect(slack.settings.safeParse({ url }).success).toBe(true),
);

test.each([
  "http://hooks.slack.com/services/T0/B0/x",
  "https://hooks.slack.com.evil.example/services/x",
  "https://hooks.slack.com/x",
  "https://a:b@hooks.slack.com/services/x",
  "https://hooks.slack.com:8443/services/x",
  "services/T0",
  "",
])("refuses %s", (url) => expect(slack.settings.safeParse({ url }).success).toBe(false));
