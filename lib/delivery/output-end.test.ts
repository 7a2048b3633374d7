import { expect, test } from "vitest";
import { slack } from "@/lib/channel-kinds/slack";
import { addChannel } from "@/lib/channels/add";
import { renderEmails } from "@/lib/emails/render";
import { notificationFor } from "@/lib/outbox/notification-for";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { requestCheckIn } from "@/testing/check-in-request";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import { FAILING_LINE, FAILING_OUTPUT } from "@/testing/failing-output";
import { loadDeliveries } from "./load";

const tuesday = new Date("2026-03-10T03:04Z");
const url = "https://hooks.slack.com/services/T0/B0/X";

test.each([
  ["the exit status of a run", "/3", { body: FAILING_OUTPUT }],
  ["a plain check-in", "?s=3", { body: FAILING_OUTPUT, contentType: "application/x-www-form-urlencoded" }],
  [
    "a message",
    "",
    { body: `s=3&m=${encodeURIComponent(FAILING_OUTPUT)}`, contentType: "application/x-www-form-urlencoded" },
  ],
  ["more than is kept of a message", "?s=3", { body: "copied\n".repeat(10_000) + FAILING_OUTPUT }],
])(
  "the last line of an output is in the mail and in Slack, if it comes with %s",
  async (_, path, request) => {
    const { id: caseId } = await aCase();
    await aMember({ caseId });
    const channel = { kind: "slack", name: "", settings: { url }, route: ALL_ALERTS, isDefault: false };
    const { id: channelId } = await addChannel(caseId, channel, ACTOR);
    const { token } = await aSnitch({ caseId, status: "healthy", deadline: new Date("2026-03-11T00:00Z") });

    expect(await requestCheckIn(`/${token}${path}`, tuesday, request)).toBe(202);

    const email = await db.email.findFirstOrThrow({ where: { caseId, kind: "alert" } });
    const [mail] = await renderEmails([email.id]);
    expect(mail?.text).toContain(FAILING_LINE);
    expect(mail?.html).toContain(FAILING_LINE);
    expect(mail?.text).not.toContain("table 1 of 54");

    const delivery = await db.delivery.findFirstOrThrow({ where: { channelId } });
    const [loaded] = await loadDeliveries([delivery.id]);
    if (!loaded) throw new Error("There is no delivery.");
    const [sent] = slack.buildRequests(
      notificationFor({ ...loaded, isPast: false }, loaded.row),
      slack.settings.parse({ url }),
      null,
    );
    expect(sent?.body).toContain(FAILING_LINE);
    expect(sent?.body).not.toContain("table 1 of 54");
  },
);
