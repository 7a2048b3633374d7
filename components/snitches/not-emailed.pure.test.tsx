import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { timeFormats } from "@/components/time-formats";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { NotEmailedList } from "./not-emailed";

const at = new Date("2026-03-10T10:00Z");
const ops = { id: "r1", address: "ops@acme.test", askedAt: null, leftAt: null, notSent: null, mark: null };
const mark = { id: "m1", mark: "bounced" as const, markedAt: at };
const action = async () => ({});

type Recipient = Parameters<typeof NotEmailedList>[0]["recipients"][number];

const renderText = (recipient: Recipient, mayChange = true) =>
  renderToStaticMarkup(
    <NotEmailedList
      recipients={[recipient]}
      isEveryone={false}
      now={at}
      date={timeFormats(DEFAULT_DISPLAY).date}
      askAction={() => action}
      sendAgainAction={mayChange ? () => action : undefined}
    />,
  ).replace(/<[^>]+>/g, " ");

test("an address whose emails bounce can be sent to again by those who may, and is not asked to confirm", () => {
  const text = renderText({ ...ops, mark });
  expect(text).toContain("emails have bounced since 10 Mar 2026");
  expect(text).toContain("Email Again");
  expect(text).not.toContain("Ask");
  expect(renderText({ ...ops, mark }, false)).not.toContain("Email Again");
});

test("an address that has not confirmed is asked, and has nothing to send again", () => {
  expect(renderText(ops)).toContain("Ask");
  expect(renderText(ops)).not.toContain("Email Again");
});
