import { afterEach, expect, test } from "vitest";
import { TATTLE } from "@/lib/audit/record";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { aCase, aWebhook } from "@/testing/factories";
import { addChannel } from "./add";
import { findChannel, listChannelNames, listChannels } from "./list";

afterEach(() => db.case.deleteMany());

const SECRET = "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00";

async function aCaseWithThree() {
  const { id: caseId } = await aCase();
  const { id: webhook } = await aWebhook({ caseId, url: "https://ada:secret@hooks.example/path" });
  const add = (name: string) => {
    const settings = { routing_key: SECRET, region: "us" };
    return addChannel(
      caseId,
      { kind: "pagerduty", name, settings, route: ALL_ALERTS, isDefault: false },
      TATTLE,
    );
  };
  const { id: named } = await add("Night shift");
  const { id: unnamed } = await add("");
  return { caseId, webhook, named, unnamed };
}

test("a list calls each channel by its name, its service or its URL, which members see without path", async () => {
  const { caseId } = await aCaseWithThree();
  const titles = async (isManager: boolean) =>
    (await listChannels(caseId, isManager)).map(({ title, service }) => `${title}: ${service}`);
  const others = ["Night shift: PagerDuty", "PagerDuty: PagerDuty"];
  expect(await titles(true)).toEqual(["https://•••:•••@hooks.example/path: Webhook", ...others]);
  expect(await titles(false)).toEqual(["https://hooks.example/…: Webhook", ...others]);
});

test("where people choose a channel, it is named with its service, and a webhook without its path", async () => {
  const { caseId, webhook, named, unnamed } = await aCaseWithThree();
  expect(await listChannelNames(caseId)).toEqual([
    { id: webhook, name: "https://hooks.example/…" },
    { id: named, name: "Night shift (PagerDuty)" },
    { id: unnamed, name: "PagerDuty" },
  ]);
});

test("what a page gets of a channel contains no secret of its settings, and no other case finds it", async () => {
  const { caseId, named } = await aCaseWithThree();
  expect(JSON.stringify(await findChannel(caseId, named, true))).not.toContain(SECRET);
  const { id: otherCaseId } = await aCase();
  expect(await findChannel(otherCaseId, named, true)).toBeNull();
});
