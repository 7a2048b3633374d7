import { expect, test } from "vitest";
import { readText } from "@/lib/api/body";

test("a body of single bytes needs no more memory than its length", async () => {
  const bytes = 1_000_000;
  const before = process.memoryUsage().rss;
  let after = 0;
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(Buffer.from(" "));
      if (sent < bytes) return;
      after = process.memoryUsage().rss;
      controller.close();
    },
  });

  // Node’s types lack `duplex`.
  const init: RequestInit = Object.assign({ method: "POST", body }, { duplex: "half" });
  const text = await readText(new Request("http://localhost:3000/", init));

  expect(text).toHaveLength(bytes);
  expect(after - before).toBeLessThan(80 * 1024 ** 2);
});
