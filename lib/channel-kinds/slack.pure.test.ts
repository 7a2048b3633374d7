import { expect, test } from "vitest";
import { hostileNotification } from "@/testing/notification-examples";
import { slack } from "./slack";

const settings = slack.settings.parse({ url: "https://hooks.slack.com/services/T000/B000/XXXX" });

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
