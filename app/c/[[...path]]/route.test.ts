import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { GET, POST } from "./route";

test.each(["/c", "/c/", "/c?s=1", "/c//?m=x"])(
  "a request to %s without a token gets a response with 404",
  async (path) => {
    const response = await GET(new Request(`http://localhost:3000${path}`));

    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining("snitch's token"),
    ]);
  },
);

test.each(["/c/", "/c/folder/"])(
  "a check-in at %s<token> stores the message and exit status of its form",
  async (folder) => {
    const { id, token } = await aSnitch();
    const body = new URLSearchParams({ m: "done", s: "2" });

    const response = await POST(
      new Request(`http://localhost:3000${folder}${token}`, { method: "POST", body }),
    );

    expect([response.status, await response.text()]).toEqual([202, "Got it, thanks!\n"]);
    expect(await db.checkIn.findMany({ where: { snitchId: id } })).toMatchObject([
      { method: "POST", message: "done", exitStatus: "2" },
    ]);
  },
);

test("a compressed message is read", async () => {
  const { id, token } = await aSnitch();
  const headers = { "Content-Type": "text/plain", "Content-Encoding": "gzip" };

  await POST(
    new Request(`http://localhost:3000/c/${token}`, { method: "POST", headers, body: gzipSync("42 rows") }),
  );

  expect(await db.checkIn.findMany({ where: { snitchId: id } })).toMatchObject([{ message: "42 rows" }]);
});

test("a client that disconnects in mid-body is counted, with the message that arrived", async () => {
  const { id, token } = await aSnitch();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("half")),
    pull: (controller) => controller.error(new Error("aborted")),
  });
  const headers = { "Content-Type": "text/plain" };

  const response = await POST(
    new Request(`http://localhost:3000/c/${token}`, {
      method: "POST",
      headers,
      body,
      duplex: "half",
    } as RequestInit),
  );

  expect(response.status).toBe(202);
  expect(await db.checkIn.findMany({ where: { snitchId: id } })).toMatchObject([{ message: "half" }]);
});
