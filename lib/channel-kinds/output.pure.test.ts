import fc from "fast-check";
import { expect, test } from "vitest";
import type { Notification } from "@/lib/rules/messages/notification";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { hostileNotification, NOTIFICATIONS } from "@/testing/notification-examples";
import { ALL_KINDS, findKind } from "./find";

/** What a job prints before it fails: 60 lines with the cause at the end. */
const printed = (last: string) =>
  [
    ...Array.from({ length: 55 }, (_, i) => `${i + 1} rows copied from table_${i + 1} to the warehouse`),
    "Traceback (most recent call last):",
    '  File "/srv/backup.py", line 812, in <module>',
    "    main()",
    '  File "/srv/backup.py", line 44, in main',
    last,
    "",
  ].join("\n");

// A text message has one line, and web hooks and Alertmanager's labels are for programs.
const WITHOUT_OUTPUT = ["twilio", "webhook"];
const KINDS = ALL_KINDS.map(({ kind }) => kind).filter((kind) => !WITHOUT_OUTPUT.includes(kind));

/** What a kind sends, decoded from its form, and with no regard to how it escapes. */
function readText(kind: string, notification: Notification): string {
  const settings = findKind(kind).settings.parse(CHANNEL_EXAMPLES[kind]?.settings ?? {});
  return findKind(kind)
    .buildRequests(notification, settings, null)
    .map(({ body }) =>
      body.startsWith("{") || body.startsWith("[") ? body : decodeURIComponent(body.replaceAll("+", " ")),
    )
    .join("\n");
}

test.each(KINDS)(
  "%s shows the last line of an output, and says that lines before it are left out",
  (kind) => {
    const example = NOTIFICATIONS.errored ?? hostileNotification("");
    const sent = readText(kind, { ...example, message: printed("the last line names the cause") });
    expect(sent).toContain("the last line names the cause");
    expect(sent).toContain("…");
    expect(sent).not.toContain("1 rows copied from table_1 ");
  },
);

test.each(KINDS)("%s shows it and the page of the incident, however long all other texts are", (kind) => {
  const anyLine = fc.constantFrom("x", "&<>", "*_`", "📢", "1: ");
  const anyText = fc.tuple(anyLine, fc.integer({ min: 1, max: 2_000 }), fc.boolean());
  fc.assert(
    fc.property(anyText, anyText, ([line, count, isLong], [note, notes]) => {
      const example = hostileNotification("Nightly backup", "errored");
      const before = Array.from({ length: 60 }, () => line.repeat(isLong ? 40 : 3)).join("\n");
      const message = `${before}\nthe last line names the cause\n`;
      const snitch = {
        ...example.snitch,
        notes: note.repeat(notes),
        tags: [line.repeat(Math.min(count, 30))],
      };
      const text = readText(kind, { ...example, message, snitch });
      expect(text).toContain("the last line names the cause");
      expect(text).toContain(example.incident?.url);
    }),
    { numRuns: 25 },
  );
});
