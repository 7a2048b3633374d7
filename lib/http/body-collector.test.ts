import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { MAX_BODY_BYTES } from "@/lib/rules/reports/report";
import { BodyCollector } from "./body-collector";

const MB = 1024 ** 2;

afterEach(() => {
  env.OUTPUT_LIMIT = 100_000;
});

async function collect(body: Buffer, { encoding = "", chunkBytes = 64 * 1024 } = {}) {
  const collector = new BodyCollector(encoding);
  for (let at = 0; at < body.length; at += chunkBytes)
    await collector.add(body.subarray(at, at + chunkBytes));
  return collector.end();
}

const numbers = Buffer.from(Array.from({ length: 300_000 }, (_, i) => `${i}\n`).join(""));

/** Not with `toEqual`, which compares each byte as a number. */
function expectNumbers({ head, tail, bytes }: Awaited<ReturnType<typeof collect>>) {
  expect(head.equals(numbers.subarray(0, MAX_BODY_BYTES))).toBe(true);
  expect(tail.equals(numbers.subarray(-100_000))).toBe(true);
  expect(bytes).toBe(numbers.length);
}

test("of a long body the beginning and the end are kept, and all bytes are counted", async () => {
  expectNumbers(await collect(numbers));
});

test("head and tail of a short body are both the whole body", async () => {
  const body = Buffer.from("42 rows");
  expect(await collect(body)).toEqual({ head: body, tail: body, bytes: 7 });
});

test("with a limit of 0 no output is kept, but the head still is", async () => {
  env.OUTPUT_LIMIT = 0;
  const body = Buffer.from("42 rows");
  expect(await collect(body)).toEqual({ head: body, tail: Buffer.alloc(0), bytes: 7 });
});

test("a body of single bytes needs no more memory than its end", async () => {
  const collector = new BodyCollector("");
  const before = process.memoryUsage();
  for (let i = 0; i < MB; i += 1) void collector.add(numbers.subarray(i, i + 1));
  const { rss } = process.memoryUsage();

  expect((await collector.end()).bytes).toBe(MB);
  expect(rss - before.rss).toBeLessThan(60 * MB);
});

const COMPRESSIONS = {
  gzip: gzipSync,
  "X-GZIP ": gzipSync,
  deflate: deflateSync,
  // As some clients send it, without the header.
  Deflate: deflateRawSync,
};

test.each(Object.entries(COMPRESSIONS))(
  "a body compressed with %s is decoded",
  async (encoding, compress) => {
    for (const chunkBytes of [1_000, 64 * 1024]) {
      expectNumbers(await collect(compress(numbers), { encoding, chunkBytes }));
    }
  },
);

test.each(Object.entries(COMPRESSIONS))(
  "of a body that was cut, compressed with %s, what arrived is decoded",
  async (encoding, compress) => {
    const compressed = compress(numbers);

    const { head, bytes } = await collect(compressed.subarray(0, compressed.length / 2), { encoding });

    expect(head.subarray(0, 1_000)).toEqual(numbers.subarray(0, 1_000));
    expect(bytes).toBeGreaterThan(MAX_BODY_BYTES);
    expect(bytes).toBeLessThan(numbers.length);
  },
);

test.each(["gzip", "deflate"])(
  "a body that is not %s, though it says so, is kept as it came",
  async (encoding) => {
    const body = Buffer.from("not compressed \xff\xff at all, whatever the header says", "latin1");
    expect(await collect(body, { encoding })).toEqual({ head: body, tail: body, bytes: body.length });
  },
);

test("a body with an unknown or no compression is kept as it came", async () => {
  const body = gzipSync("42 rows");
  for (const encoding of ["", "identity", "zstd", "gzip, gzip", "constructor"])
    expect((await collect(body, { encoding })).tail).toEqual(body);
});

test("an empty body stays empty when it is compressed", async () => {
  expect(await collect(gzipSync(""), { encoding: "gzip" })).toMatchObject({ bytes: 0 });
});

test("a bomb is decoded up to 64 MB, in little memory", async () => {
  // Programs read what is compressed in parts as one.
  const bomb = Buffer.concat(Array<Buffer>(30).fill(gzipSync(Buffer.alloc(10 * MB))));
  const before = process.memoryUsage().rss;

  const { tail, bytes } = await collect(bomb, { encoding: "gzip" });

  expect([tail.length, bytes]).toEqual([100_000, 64 * MB]);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
});

test("any bytes, compressed in any way and in any chunks, come back", async () => {
  const entries = fc.constantFrom(...Object.entries(COMPRESSIONS));
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      entries,
      fc.integer({ min: 1, max: 400 }),
      async (bytes, [encoding, compress], chunkBytes) => {
        const body = Buffer.from(bytes);
        const { tail } = await collect(compress(body), { encoding, chunkBytes });
        expect(tail).toEqual(body);
      },
    ),
  );
});
