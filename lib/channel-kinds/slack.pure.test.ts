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
