import { describe, expect, test } from "vitest";
import { HOSTILE_NAMES, hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { broken, buildText, codeMessage, fitted } from "./chat-text";
import { jsonRequest } from "./kind";

const example = (name: string) => NOTIFICATIONS[name] ?? hostileNotification("");

test("what is past takes one line", () => {
  expect(buildText(example("past"))).toBe(
    "Nightly backup was missing, and has recovered. From 2026-03-10 02:00 UTC to 2026-03-10 03:30 UTC.",
  );
});

test("broken markup differs only by zero-width spaces", () => {
  expect(broken("@all & <b>", /[@<]/g)).toBe("@\u200ball & <\u200bb>");
});

describe("a message in a block of code", () => {
  test("has its links below the block", () => {
    expect(codeMessage(example("drill"), { maxLength: 1_000, language: "text" })).toBe(
      [
        "```text",
        "Fire drill: can Acme reach you here?",
        "",
        "This is a fire drill, not a real alert. Open the link to confirm that you received it.",
        "```",
        "[Confirm](https://tattle.example.com/drills/d0a1b2c3)",
      ].join("\n"),
    );
    expect(codeMessage(example("test"), { maxLength: 1_000 })).toMatch(/\n```$/);
  });

  test.each(HOSTILE_NAMES)("cannot be left, is no mention, and is not too long: %s", (name) => {
    const message = codeMessage(hostileNotification(name), { maxLength: 2_000 });
    expect(message.length).toBeLessThanOrEqual(2_000);
    const [before, inside, below] = message.split("```");
    expect(before).toBe("");
    expect(inside).not.toMatch(/[`<@#](?!\u200b|…)/);
    expect(inside).not.toContain("\r");
    expect(below).toMatch(/^\n\[Acknowledge\]\(\S+\) · \[Open\]\(\S+\)$/);
  });
});

test("texts are as long as they can be, and no body is too long", () => {
  const request = (maxBytes: number) =>
    fitted(maxBytes, (maxText) => jsonRequest("https://example.com", "x".repeat(maxText)));
  expect(request(5_000).body).toHaveLength(4_002);
  expect(request(600).body).toHaveLength(502);
  expect(() => request(50)).toThrow("No text is short enough for 50 bytes.");
});
