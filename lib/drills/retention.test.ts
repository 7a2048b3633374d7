import { expect, test } from "vitest";
import { addBrowser } from "@/lib/channels/browsers";
import { removeChannel } from "@/lib/channels/remove";
import { deleteAccount } from "@/lib/people/accounts/delete-account";
import { db } from "@/lib/platform/db";
import { signId } from "@/lib/platform/signed-id";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { ACTOR, aCase, aMember, aWebhook } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { aSubscription } from "@/testing/push-service";
import { confirmDrill } from "./confirm";
import { findDrill } from "./find";
import { listDrills } from "./list";
import { startDrill } from "./start";
import { unconfirmed } from "./unconfirmed";

const tuesday = new Date("2026-03-10T12:00Z");
const later = (ms: number) => new Date(tuesday.getTime() + ms);

const listTokens = async (drillId: string) =>
  (await db.delivery.findMany({ where: { drillId }, orderBy: { id: "asc" } })).map(({ id }) => signId(id));

test("who was notified and who confirmed stays when channels are removed, without their URLs", async () => {
  const { id: caseId } = await aCase();
  const first = await aWebhook({ caseId, url: "http://ann:secret@127.0.0.1:9/hook" });
  const second = await aWebhook({ caseId, url: "http://127.0.0.1:9/other" });
  const drillId = await startDrill(caseId, ACTOR, tuesday);
  const [confirmed = "", open = ""] = await listTokens(drillId);
  await confirmDrill(confirmed, null, later(MINUTE_MS));

  await removeChannel(caseId, first.id, ACTOR);
  await removeChannel(caseId, second.id, ACTOR);

  expect((await findDrill(caseId, drillId))?.messages).toMatchObject([
    { name: "http://127.0.0.1:9/…", channel: { id: null, kind: "webhook" }, confirmedAt: later(MINUTE_MS) },
    { name: "http://127.0.0.1:9/…", channel: { id: null, kind: "webhook" }, confirmedAt: null },
  ]);
  expect(JSON.stringify(await db.drillMessage.findMany({ where: { drillId } }))).not.toMatch(/secret|\/hook/);
  // The link in the message still works.
  await confirmDrill(open, null, later(2 * MINUTE_MS));
  expect(await listDrills(caseId)).toMatchObject([{ notified: 2, confirmed: 2 }]);

  await db.drill.delete({ where: { id: drillId } });
  expect(await db.drillMessage.count({ where: { drillId } })).toBe(0);
});

test("who was notified and who confirmed stays when a person deletes their account", async () => {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
  const { settings } = aSubscription("https://push.example.com/send/abc");
  const browser = { ...settings, browser: "Firefox on Linux" };
  await addBrowser(caseId, bob, browser as Parameters<typeof addBrowser>[2], by(bob));
  const drillId = await startDrill(caseId, by(ada), tuesday);
  const [push = ""] = await listTokens(drillId);
  const email = await db.email.findFirstOrThrow({ where: { drillId, address: bob.email } });
  await confirmDrill(push, bob.id, later(MINUTE_MS));
  await confirmDrill(signId(email.id), null, later(MINUTE_MS));
  await db.user.update({ where: { id: bob.id }, data: { emailVerifiedAt: tuesday } });

  await deleteAccount(bob, "", later(DAY_MS));

  const messages = (await findDrill(caseId, drillId))?.messages ?? [];
  expect(messages.filter(({ confirmedAt }) => confirmedAt)).toMatchObject([
    { name: bob.email, channel: null },
    { channel: { id: null, kind: "web_push" }, confirmedBy: bob.email },
  ]);
});

test("a case can be deleted with its drills and channels", async () => {
  const { id: caseId } = await aCase();
  const { id: channelId } = await aWebhook({ caseId, url: "http://127.0.0.1:9/hook" });
  const drillId = await startDrill(caseId, ACTOR, tuesday);
  await removeChannel(caseId, channelId, ACTOR);
  await aWebhook({ caseId, url: "http://127.0.0.1:9/hook" });
  await startDrill(caseId, ACTOR, later(DAY_MS));

  await db.case.delete({ where: { id: caseId } });

  expect(await db.drillMessage.count({ where: { drillId } })).toBe(0);
});

test("a member who is signed in is named, a stranger is not, and the first who confirms counts", async () => {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  const { id: stranger } = await aMember({ caseId: (await aCase()).id });
  for (const path of ["one", "two", "three"]) await aWebhook({ caseId, url: `http://127.0.0.1:9/${path}` });
  const drillId = await startDrill(caseId, by(ada), tuesday);
  const [one = "", two = "", three = ""] = await listTokens(drillId);

  await confirmDrill(one, ada.id, later(MINUTE_MS));
  await confirmDrill(two, stranger, later(MINUTE_MS));
  await confirmDrill(three, null, later(MINUTE_MS));
  await confirmDrill(three, ada.id, later(2 * MINUTE_MS));

  const messages = (await findDrill(caseId, drillId))?.messages ?? [];
  expect(messages.map(({ confirmedBy }) => confirmedBy)).toEqual([ada.email, null, null, null]);
});

test("after 24 hours, and not before, those who have not confirmed are named", async () => {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  await aWebhook({ caseId, url: "http://127.0.0.1:9/hook" });
  const drillId = await startDrill(caseId, by(ada), tuesday);
  const [webhook = ""] = await listTokens(drillId);
  await confirmDrill(webhook, null, later(MINUTE_MS));
  const named = async (now: Date) => {
    const drill = await findDrill(caseId, drillId);
    return drill && unconfirmed(drill, now).map(({ name }) => name);
  };

  expect(await named(later(DAY_MS - 1))).toEqual([]);
  expect(await named(later(DAY_MS))).toEqual([ada.email]);
  const email = await db.email.findFirstOrThrow({ where: { drillId } });
  await confirmDrill(signId(email.id), null, later(2 * DAY_MS));
  expect(await named(later(2 * DAY_MS))).toEqual([]);
});
