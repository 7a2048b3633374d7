import { beforeEach, expect, test } from "vitest";
import { POST as submit } from "@/app/status/[slug]/subscribe/route";
import { GET, POST } from "@/app/unsubscribe/[token]/route";
import { createApiKey } from "@/lib/cases/api-key";
import { unsubscribeHeaders } from "@/lib/emails/recipients/link";
import { renderEmails } from "@/lib/emails/render";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { signId } from "@/lib/platform/signed-id";
import { publishPageChange } from "@/lib/status-pages/announce";
import { addNotice } from "@/lib/status-pages/notices/add";
import { newNotice, newUpdate } from "@/lib/status-pages/notices/input";
import { listNotices } from "@/lib/status-pages/notices/store";
import { addUpdate, removeUpdate } from "@/lib/status-pages/notices/update";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase, aRecipient } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";
import { aPage } from "@/testing/status-page";
import { oneClickUrl, subscriptionUrl } from "./link";
import { confirmSubscription, endSubscriptionsOf, findSubscription, leavePage } from "./manage";
import { nextPageUpdateAt, sendPageUpdates } from "./send";
import { newSubscription, subscribe } from "./subscribe";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
let networks = 0;

/** Other tests of this process share the database. */
beforeEach(() => db.pageSubscriber.deleteMany());

/** A page, and what a stranger and a publisher do with it. Each request comes from another network. */
async function aSubscribedPage() {
  const startedAt = new Date();
  const { id: caseId } = await aCase();
  const page = await aPage(caseId, { title: "Acme status" });
  const enter = (email: string, components: string[] = [], address = `192.0.2.${++networks}`) =>
    subscribe(page.id, newSubscription.parse({ email, components }), address, at("08:00"));
  const add = (address: string, components: string[] = []) =>
    db.pageSubscriber.create({
      data: { pageId: page.id, address, components, confirmedAt: at("07:00"), createdAt: at("07:00") },
    });
  const publish = async (title: string, component?: number, notify = true) => {
    const impacts =
      component === undefined ? [] : [{ component: page.components[component]?.id, impact: "minor" }];
    const input = {
      pages: [page.slug],
      kind: "incident",
      title,
      text: "We are looking.",
      affected: impacts,
      notify,
    };
    return addNotice(caseId, newNotice.parse(input), at("09:00"), ACTOR);
  };
  const mailsTo = async (address: string) => {
    const emails = await db.email.findMany({
      where: { address, createdAt: { gte: startedAt } },
      orderBy: { createdAt: "asc" },
    });
    // Among several, in no order.
    return (await Promise.all(emails.map(({ id }) => renderEmails([id])))).flat();
  };
  return { caseId, page, enter, add, publish, mailsTo };
}

test("an address hears of nothing until its reader has confirmed", async () => {
  const { page, enter, publish, mailsTo } = await aSubscribedPage();
  const address = `ada-${page.slug}@example.com`;
  await enter(`Ada-${page.slug}@Example.com`);
  const [asked] = await mailsTo(address);
  expect(asked?.subject).toBe("Confirm your subscription");
  expect(asked?.text).toContain("Acme status");
  expect(asked?.headers).not.toHaveProperty("List-Unsubscribe");
  await publish("Before");
  await sendPageUpdates(at("09:00"));
  expect(await mailsTo(address)).toHaveLength(1);

  const { id } = await db.pageSubscriber.findFirstOrThrow({ where: { pageId: page.id } });
  expect(asked?.text).toContain(subscriptionUrl(id));
  await confirmSubscription(
    tokenOf(subscriptionUrl(id)),
    page.components.map((component) => component.id),
    at("09:01"),
  );
  await publish("After");
  await sendPageUpdates(at("09:02"));
  const [, mail, ...more] = await mailsTo(address);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    subject: "Acme status: After",
    headers: {
      "List-Unsubscribe": `<${oneClickUrl(id)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  expect(mail?.text).toContain("We are looking.");
});

test("a title with a link or a line break does no harm in the first mail", async () => {
  const { page, enter, mailsTo } = await aSubscribedPage();
  await db.share.update({
    where: { id: page.id },
    data: { name: "Win at https://evil.example/x\r\nBcc: all@example.com" },
  });
  await enter("eve@example.com");
  const [mail] = await mailsTo("eve@example.com");
  for (const part of [mail?.subject, mail?.html, mail?.text])
    expect(part).not.toContain("https://evil.example");
  expect(JSON.stringify(mail?.headers)).not.toContain("Bcc");
});

test("within five minutes an address gets one message, and then a list", async () => {
  const { caseId, page, add, publish, mailsTo } = await aSubscribedPage();
  const address = `list-${page.slug}@example.com`;
  await add(address);
  const first = await publish("One");
  await sendPageUpdates(at("09:00"));
  await publish("Two");
  await addUpdate(caseId, first, newUpdate.parse({ state: "resolved", text: "Done." }), at("09:01"), ACTOR);
  await publish("Nobody hears of this", undefined, false);
  const deleted = await publish("Deleted");
  await addUpdate(caseId, deleted, newUpdate.parse({ text: "Wrong." }), at("09:01"), ACTOR);
  const [notice] = await listNotices(caseId, { id: deleted }, at("09:02"));
  await removeUpdate(
    caseId,
    { noticeId: deleted, updateId: notice?.updates[1]?.id ?? "" },
    at("09:02"),
    ACTOR,
  );
  await Promise.all([sendPageUpdates(at("09:04")), sendPageUpdates(at("09:04"))]);
  expect(await mailsTo(address)).toHaveLength(1);
  expect(await nextPageUpdateAt()).toEqual(at("09:05"));
  await Promise.all([sendPageUpdates(at("09:05")), sendPageUpdates(at("09:05"))]);
  const [, list, ...more] = await mailsTo(address);
  expect(more).toEqual([]);
  expect(list?.subject).toBe("Acme status: 3 updates");
  for (const text of ["Two", "Done.", "Deleted"]) expect(list?.text).toContain(text);
  for (const text of ["Nobody hears", "Wrong."]) expect(list?.text).not.toContain(text);
  expect(await nextPageUpdateAt()).toBeNull();
  await db.page.update({ where: { id: page.id }, data: { visibility: "hidden" } });
  await publish("Three");
  await sendPageUpdates(at("10:00"));
  expect(await mailsTo(address)).toHaveLength(2);
});

test("a reader hears of the components that they chose, and of what is about none", async () => {
  const { page, add, publish, mailsTo } = await aSubscribedPage();
  const [first] = page.components;
  await add("some@example.com", [first?.id ?? ""]);
  await publish("Mine", 0);
  await publish("Not mine", 1);
  await publish("Everybody’s");
  await sendPageUpdates(at("09:10"));
  const [mail] = await mailsTo("some@example.com");
  expect(mail?.subject).toBe("Acme status: 2 updates");
  expect(mail?.text).not.toContain("Not mine");
});

test("what visitors enter uses at most half of the limits of a case and of a mailbox, and what one network enters a fifth of that", async () => {
  const { page, enter, mailsTo } = await aSubscribedPage();
  for (const plus of ["", "+1", "+2", "+3", "+4"]) await enter(`victim${plus}@example.com`);
  expect(await db.pageSubscriber.count({ where: { pageId: page.id } })).toBe(2);
  for (let i = 0; i < 40; i++) await enter(`stranger-${i}@example.com`);
  expect(await db.confirmationRequest.count({ where: { caseId: page.caseId } })).toBe(25);

  const other = await aSubscribedPage();
  for (let i = 0; i < 5; i++) await other.enter(`n-${i}@example.com`, [], "198.51.100.7");
  await expect(other.enter("n-5@example.com", [], "198.51.100.7")).rejects.toThrow("Try again tomorrow");
  await other.enter("reader@example.com", [], "198.51.100.8");
  expect(await db.confirmationRequest.count({ where: { caseId: other.page.caseId } })).toBe(6);

  const third = await aSubscribedPage();
  for (let i = 6; i < 10; i++) await third.enter(`n-${i}@example.com`, [], "198.51.100.7");
  await expect(third.enter("n-10@example.com", [], "198.51.100.7")).rejects.toThrow("Try again in an hour");
  for (const address of ["n-5@example.com", "n-10@example.com"]) expect(await mailsTo(address)).toEqual([]);
});

test("anyone who enters an address again learns nothing, and changes nothing of a confirmed subscription", async () => {
  const { page, enter, add, mailsTo } = await aSubscribedPage();
  const { id } = await add("known@example.com", [page.components[0]?.id ?? ""]);
  expect(await enter("known@example.com", [page.components[1]?.id ?? ""])).toBe(
    await enter("new@example.com"),
  );
  expect(await mailsTo("known@example.com")).toEqual([]);
  expect((await db.pageSubscriber.findUniqueOrThrow({ where: { id } })).components).toEqual([
    page.components[0]?.id,
  ]);
});

test("opening a link changes nothing; one click ends that subscription and no other", async () => {
  const { add } = await aSubscribedPage();
  const other = await aSubscribedPage();
  const one = await add("one@example.com");
  const { id: otherId } = await other.add("one@example.com");
  const context = (token: string) => ({ params: Promise.resolve({ token }) });
  const url = oneClickUrl(one.id);
  const opened = await GET(new Request(url), context(tokenOf(url)));
  expect(opened.headers.get("location")).toBe(`/subscriptions/${tokenOf(url)}`);
  expect(await findSubscription(tokenOf(url))).toMatchObject({ address: "one@example.com" });
  expect((await POST(new Request(url, { method: "POST" }), context(tokenOf(url)))).status).toBe(200);
  expect((await POST(new Request(url, { method: "POST" }), context(tokenOf(url)))).status).toBe(200);
  expect(await findSubscription(tokenOf(url))).toBeNull();
  expect(await db.pageSubscriber.count({ where: { id: otherId } })).toBe(1);
});

test("a link that was signed for something else, or cut, opens no subscription", async () => {
  const { caseId, add } = await aSubscribedPage();
  const { id } = await add("signed@example.com");
  const recipient = await aRecipient({ caseId, address: "signed@example.com" });
  const good = tokenOf(subscriptionUrl(id));
  const other = tokenOf(subscriptionUrl(recipient.id));
  const swapped = good.slice(0, 22) + other.slice(22);
  const ofRecipient = tokenOf(unsubscribeHeaders(recipient.id)["List-Unsubscribe"].slice(1, -1));
  for (const token of [signId(id), ofRecipient, swapped, good.slice(0, -1), `${good}A`, ""]) {
    expect(await findSubscription(token)).toBeNull();
    await expect(leavePage(token)).rejects.toThrow("does not work");
    await expect(confirmSubscription(token, [], at("09:00"))).rejects.toThrow("does not work");
  }
  expect(await db.pageSubscriber.count({ where: { id } })).toBe(1);
});

test("a bounce ends the subscriptions of an address, and so does a mail server that rejects it for good", async () => {
  const { add, publish } = await aSubscribedPage();
  const ids = await Promise.all(
    ["a", "b", "c"].map(async (name) => (await add(`${name}-bounce@example.com`)).id),
  );
  await endSubscriptionsOf("A-Bounce@example.com");
  await publish("One");
  await sendPageUpdates(at("09:00"));
  const gaveUp = (address: string, attempts: number) =>
    db.email.updateMany({ where: { address }, data: { gaveUpAt: at("09:01"), attempts } });
  await gaveUp("b-bounce@example.com", 1);
  // The provider was unavailable for days: that says nothing of the address.
  await gaveUp("c-bounce@example.com", 12);
  await sendPageUpdates(at("09:10"));
  expect(
    (await db.pageSubscriber.findMany({ where: { id: { in: ids } } })).map(({ address }) => address),
  ).toEqual(["c-bounce@example.com"]);
});

test("who does not confirm within a week is dropped", async () => {
  const { page, enter } = await aSubscribedPage();
  await enter("late@example.com");
  await sendPageUpdates(new Date("2026-03-17T07:00Z"));
  expect(await db.pageSubscriber.count({ where: { pageId: page.id } })).toBe(1);
  await sendPageUpdates(new Date("2026-03-17T09:00Z"));
  expect(await db.pageSubscriber.count({ where: { pageId: page.id } })).toBe(0);
});

test("the form of a page takes an address from those who see the page, and responds to all alike", async () => {
  const { page, add } = await aSubscribedPage();
  await db.page.update({ where: { id: page.id }, data: { visibility: "link", key: encrypt("k3y") } });
  publishPageChange(page.caseId);
  await add("known-form@example.com");
  const post = async (email: string, query = "?key=k3y") => {
    const request = new Request(`http://localhost:3000/status/${page.slug}/subscribe${query}`, {
      method: "POST",
      headers: { "x-tattle-peer": `203.0.113.${++networks}` },
      body: new URLSearchParams({ email }),
    });
    const response = await submit(request, { params: Promise.resolve({ slug: page.slug }) });
    return [response.status, await response.text()] as const;
  };
  await eventually(async () => expect((await post("new-form@example.com"))[0]).toBe(200));
  expect(await post("known-form@example.com")).toEqual(await post("other-form@example.com"));
  expect((await post("no address"))[0]).toBe(422);
  for (const query of ["", "?key=x"]) expect((await post("no-key@example.com", query))[0]).toBe(404);
  expect(await db.pageSubscriber.count({ where: { address: "no-key@example.com" } })).toBe(0);
});

test("a key that may only read learns how many subscribe, and another case nothing", async () => {
  const client = await aClient();
  const page = await aPage(client.theCase.id);
  const { id } = await db.pageSubscriber.create({
    data: { pageId: page.id, address: "secret@example.com", confirmedAt: at("07:00") },
  });
  const path = `/v1/pages/${page.slug}/subscribers`;
  const { key } = await createApiKey(client.theCase.id, { name: "Key", access: "acknowledge" }, ACTOR);
  expect(await readResponse(send("GET", path, { key }))).toEqual({ status: 200, body: { count: 1 } });
  expect((await send("DELETE", `${path}/${id}`, { key })).status).toBe(401);
  const stranger = await aClient();
  for (const method of ["GET", "DELETE"])
    expect(
      (await send(method, method === "GET" ? path : `${path}/${id}`, { key: stranger.key })).status,
    ).toBe(404);
  expect((await readResponse(client.get(path))).body).toMatchObject({
    subscribers: [{ address: "secret@example.com" }],
  });
  expect((await client.remove(`${path}/${id}`)).status).toBe(204);
  expect((await readResponse(client.get(path))).body).toEqual({ count: 0, subscribers: [] });
});
