import { expect, test } from "vitest";
import { openFlakyConnection } from "@/testing/flaky-connection";

const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
const { unsubscribeHeaders } = await import("@/lib/emails/recipients/link");
const { db } = await import("@/lib/platform/db");
const { aCase, aRecipient } = await import("@/testing/factories");
const { GET, POST } = await import("./[token]/route");

test("while Postgres is unavailable, the response is a 503 with a sentence that asks to come again, and works then", async () => {
  const recipient = await aRecipient({
    caseId: (await aCase()).id,
    address: "ops@acme.test",
    confirmedAt: new Date(),
  });
  const url = unsubscribeHeaders(recipient.id)["List-Unsubscribe"].slice(1, -1);
  const context = { params: Promise.resolve({ token: url.split("/").at(-1) ?? "" }) };
  const post = () => POST(new Request(url, { method: "POST" }), context);
  connection.become("cut");

  const [clicked, opened] = [await post(), await GET(new Request(url), context)];

  expect([clicked.status, clicked.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await clicked.text()).toContain("You are not unsubscribed yet");
  // A browser loads it again on its own.
  expect([opened.status, opened.headers.get("refresh")]).toEqual([503, "15"]);
  expect(await opened.text()).toContain("This page retries automatically");

  connection.become("sound");
  expect((await GET(new Request(url), context)).status).toBe(303);
  expect((await post()).status).toBe(200);
  expect((await db.recipient.findUniqueOrThrow({ where: { id: recipient.id } })).leftAt).not.toBeNull();
});
