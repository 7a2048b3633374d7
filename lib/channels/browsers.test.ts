import { describe, expect, test } from "vitest";
import { removeMember } from "@/lib/cases/members";
import { db } from "@/lib/platform/db";
import { hashToken } from "@/lib/platform/secret-token";
import { aWebhook } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { aSubscription } from "@/testing/push-service";
import { addWebhook } from "./add";
import { addBrowser, listBrowsers, removeBrowser, testBrowser } from "./browsers";
import { changeChannel } from "./change";
import { disableChannel } from "./disable";

const now = new Date();
const ENDPOINT = "https://push.example.com/send/abc";

const aBrowser = (n = 0) => aSubscription(`${ENDPOINT}${n}`).settings;

const countBrowsers = (caseId: string) => db.channel.count({ where: { caseId, kind: "web_push" } });

describe("adding a browser", () => {
  test("notifies its person of all alerts of the case, and keeps the subscription sealed", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "viewer", bob: "owner" });

    const { id } = await addBrowser(caseId, ada, aBrowser(), by(ada));

    expect(await listBrowsers(caseId, ada.id)).toEqual([
      {
        id,
        name: "Firefox on Linux",
        endpointHash: hashToken(`${ENDPOINT}0`),
        addedAt: expect.any(Date),
        isOff: false,
        offReason: null,
      },
    ]);
    const channel = await db.channel.findUniqueOrThrow({ where: { id } });
    expect(channel).toMatchObject({
      name: `Browser of ${ada.email} (Firefox on Linux)`,
      userId: ada.id,
      tagsAny: [],
    });
    expect(`${channel.settings} ${channel.url}`).not.toContain("push.example.com");
  });

  test("twice, even at the same time, adds it once", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const settings = aBrowser();

    const added = await Promise.all([1, 2].map(() => addBrowser(caseId, ada, settings, by(ada))));

    expect(added[0]?.id).toBe(added[1]?.id);
    expect(await countBrowsers(caseId)).toBe(1);
  });

  test("that was switched off switches it on", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const settings = aBrowser();
    const { id } = await addBrowser(caseId, ada, settings, by(ada));
    await disableChannel(caseId, id, by(ada));
    expect(await listBrowsers(caseId, ada.id)).toMatchObject([{ isOff: true }]);

    await addBrowser(caseId, ada, settings, by(ada));

    expect(await listBrowsers(caseId, ada.id)).toMatchObject([{ isOff: false }]);
  });

  test("that another member used takes it from them", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
    const settings = aBrowser();
    await addBrowser(caseId, ada, settings, by(ada));

    await addBrowser(caseId, bob, settings, by(bob));

    expect(await listBrowsers(caseId, ada.id)).toEqual([]);
    expect(await listBrowsers(caseId, bob.id)).toHaveLength(1);
  });

  test("is refused after the tenth of a person, and counts neither for others nor for the case", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
    for (let i = 0; i < 19; i += 1) await aWebhook({ caseId, url: "https://example.com/" });
    for (let i = 0; i < 10; i += 1) await addBrowser(caseId, ada, aBrowser(i), by(ada));

    await expect(addBrowser(caseId, ada, aBrowser(10), by(ada))).rejects.toThrow(
      "notifications in 10 browsers",
    );
    await addBrowser(caseId, bob, aBrowser(11), by(bob));
    await addWebhook(caseId, "https://example.com/", by(ada));
    expect(await countBrowsers(caseId)).toBe(11);
  });

  test.each([
    { endpoint: "http://push.example.com/send" },
    { endpoint: "javascript:alert(1)" },
    { p256dh: "short" },
    { auth: "" },
  ])("is refused with %j", async (wrong) => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    await expect(addBrowser(caseId, ada, { ...aBrowser(), ...wrong }, by(ada))).rejects.toThrow();
    expect(await countBrowsers(caseId)).toBe(0);
  });

  test("is refused to whom is not a member", async () => {
    const { caseId } = await aCaseWith({ ada: "owner" });
    const { eve } = await aCaseWith({ eve: "owner" });
    await expect(addBrowser(caseId, eve, aBrowser(), by(eve))).rejects.toThrow("No such member");
  });
});

describe("a browser", () => {
  test("is removed and tested by its person alone", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
    const { id } = await addBrowser(caseId, bob, aBrowser(), by(bob));

    await expect(removeBrowser(caseId, ada.id, id, by(ada))).rejects.toThrow("No such browser");
    await expect(testBrowser(caseId, ada.id, id, now)).rejects.toThrow("No such browser");
    await removeBrowser(caseId, bob.id, id, by(bob));
    expect(await countBrowsers(caseId)).toBe(0);
  });

  test("keeps its subscription while another case uses it", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const { caseId: otherId } = await aCaseWith({ bob: "owner" });
    await db.member.create({ data: { caseId: otherId, userId: ada.id, role: "viewer" } });
    const settings = aBrowser();
    const { id } = await addBrowser(caseId, ada, settings, by(ada));
    const { id: other } = await addBrowser(otherId, ada, settings, by(ada));

    expect(await removeBrowser(caseId, ada.id, id, by(ada))).toEqual({ isLast: false });
    expect(await removeBrowser(otherId, ada.id, other, by(ada))).toEqual({ isLast: true });
  });

  test("cannot be led to another endpoint", async () => {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const { id } = await addBrowser(caseId, ada, aBrowser(), by(ada));
    const changes = { settings: { endpoint: "https://eve.example.com/" } };
    await expect(changeChannel(caseId, id, changes, by(ada))).rejects.toMatchObject({
      validations: [{ attribute: "settings", message: expect.stringContaining("a browser") }],
    });
  });

  test("gets nothing of a case that its person has left, and keeps working elsewhere", async () => {
    const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
    const { caseId: otherId } = await aCaseWith({ cyd: "owner" });
    await db.member.create({ data: { caseId: otherId, userId: bob.id, role: "viewer" } });
    const settings = aBrowser();
    await addBrowser(caseId, bob, settings, by(bob));
    await addBrowser(otherId, bob, settings, by(bob));

    await removeMember(caseId, bob.id, { by: by(ada), now });

    expect([await countBrowsers(caseId), await countBrowsers(otherId)]).toEqual([0, 1]);
    expect(await db.auditEvent.count({ where: { caseId, action: "channel.removed" } })).toBe(1);
  });
});
