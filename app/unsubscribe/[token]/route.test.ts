import { expect, test } from "vitest";
import { unsubscribeHeaders } from "@/lib/emails/recipients/link";
import { db } from "@/lib/platform/db";
import { aCase, aRecipient } from "@/testing/factories";
import { GET, POST } from "./route";

/** A recipient, and the request that a mail provider sends on one click. */
async function aRecipientWithLink() {
  const { id: caseId } = await aCase();
  const recipient = await aRecipient({ caseId, address: "ops@acme.test", confirmedAt: new Date() });
  const url = unsubscribeHeaders(recipient.id)["List-Unsubscribe"].slice(1, -1);
  const context = { params: Promise.resolve({ token: url.split("/").at(-1) ?? "" }) };
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const post = () => POST(new Request(url, { method: "POST", body }), context);
  return { id: recipient.id, url, context, post };
}

const leftAt = async (id: string) => (await db.recipient.findUniqueOrThrow({ where: { id } })).leftAt;

test("one click unsubscribes, without cookies and without an origin, and a second click is harmless", async () => {
  const { id, post } = await aRecipientWithLink();

  expect((await post()).status).toBe(200);
  const left = await leftAt(id);
  expect(left).toBeInstanceOf(Date);
  expect((await post()).status).toBe(200);
  expect(await leftAt(id)).toEqual(left);
});

test("opening the link changes nothing, and leads to the page with the buttons", async () => {
  const { id, url, context } = await aRecipientWithLink();

  const response = await GET(new Request(url), context);

  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(url.replace(/.*\/unsubscribe/, "/recipients"));
  expect(await leftAt(id)).toBeNull();
});

test("a link of a deleted case still responds with 200, because there are no more emails", async () => {
  const { id, post } = await aRecipientWithLink();
  await db.recipient.delete({ where: { id } });

  expect((await post()).status).toBe(200);
});

test("an invented link is not found, and reveals nothing", async () => {
  const { url } = await aRecipientWithLink();
  const context = { params: Promise.resolve({ token: "A".repeat(43) }) };

  const responses = [
    await POST(new Request(url, { method: "POST" }), context),
    await GET(new Request(url), context),
  ];
  for (const response of responses) {
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("This link does not work");
  }
});
