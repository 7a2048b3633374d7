import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aBucketServer } from "@/testing/bucket";
import { openBucket } from "./bucket";
import { parseTexts } from "./xml";

const MIB = 1024 ** 2;
const PART_BYTES = 16 * MIB;

let server: Awaited<ReturnType<typeof aBucketServer>>;
beforeEach(async () => {
  server = await aBucketServer();
});
afterEach(() => server.close());

const open = (url = server.url) => openBucket(url, "application/gzip");
const write = (name: string, contents: string) => open().write(name, Readable.from([Buffer.from(contents)]));

/** A stream of so many megabytes, and how many of them were read. */
function megabytes(count: number, each = () => Buffer.alloc(MIB)) {
  const progress = { read: 0 };
  async function* chunks() {
    for (; progress.read < count; progress.read += 1) yield each();
  }
  return { progress, stream: Readable.from(chunks()) };
}

test("files are written, listed, read and removed, whatever characters their names have", async () => {
  server.close();
  const url = new URL(server.url);
  server = await aBucketServer();
  const { host } = new URL(server.url);
  const bucket = open(`${url.protocol}//KEY:SECRET@${host}/safe/our%20jobs/a+b?region=eu-central-1`);
  const names = ["plain", "with space & <b>", "(1)!*'~", "ünï/💾", "50%+1"];

  for (const name of names) await bucket.write(name, Readable.from([Buffer.from(`in ${name}`)]));

  expect((await bucket.list()).sort()).toEqual(names.toSorted());
  expect([...server.objects.keys()].sort()).toEqual(names.map((name) => `safe/our jobs/a+b/${name}`).sort());
  for (const name of names) expect(await text(await bucket.read(name))).toBe(`in ${name}`);
  for (const name of names) await bucket.remove(name);
  expect(await bucket.list()).toEqual([]);
});

test("an empty file is a file", async () => {
  await open().write("empty", Readable.from([]));

  expect(await open().list()).toEqual(["empty"]);
  expect(await buffer(await open().read("empty"))).toHaveLength(0);
});

test("what the bucket refuses is said with its code and without the secret, and is not repeated", async () => {
  const wrong = open(server.url.replace("SECRET", "GUESSED"));
  await expect(wrong.list()).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
    message: "The bucket refused GET /safe: SignatureDoesNotMatch, The request is refused.",
  });
  await expect(open(server.url.replace("eu-central-1", "us-east-1")).remove("x")).rejects.toMatchObject({
    name: "AuthorizationHeaderMalformed",
  });
  await expect(open().read("nothing")).rejects.toMatchObject({ name: "NoSuchKey" });

  expect(server.calls).toEqual(["GET safe", "DELETE safe/tattle/x", "GET safe/tattle/nothing"]);
});

test("a response that is not the bucket's is said with its status and its beginning", async () => {
  server.failWhen(() => ({ status: 407, text: "The proxy wants a password." }));

  await expect(open().list()).rejects.toMatchObject({
    name: "HTTP 407",
    message: "The bucket refused GET /safe: HTTP 407, The proxy wants a password.",
  });
});

test("a request that an overloaded or unreachable bucket loses is sent again, and gives up after four times", async () => {
  const failures = [{ status: 503 }, "reset", { status: 429 }] as const;
  let count = 0;
  server.failWhen(() => failures[count++ % 4] ?? null);

  await write("kept", "content");
  expect(await open().list()).toEqual(["kept"]);
  expect(await text(await open().read("kept"))).toBe("content");
  expect(server.calls).toHaveLength(3 * 4);

  server.failWhen(() => ({ status: 503 }));
  await expect(open().remove("kept")).rejects.toMatchObject({ name: "SlowDown" });
  expect(server.calls).toHaveLength(4 * 4);
});

test("a large file is sent in parts of one size, some of them twice, and arrives as it was", async () => {
  const sent = createHash("sha256");
  const { stream } = megabytes(50, () => {
    const chunk = randomBytes(MIB);
    sent.update(chunk);
    return chunk;
  });
  const lost = new Set<string>();
  server.failWhen(({ query }) => {
    const part = query.get("partNumber") ?? "";
    if (!part || lost.has(part)) return null;
    lost.add(part);
    return part === "2" ? "reset" : { status: 503 };
  });

  await open().write("large", stream);

  expect(server.completed).toEqual([[PART_BYTES, PART_BYTES, PART_BYTES, 2 * MIB]]);
  expect(server.uploads.size).toBe(0);
  const arrived = server.objects.get("safe/tattle/large") ?? "";
  expect(createHash("sha256").update(arrived).digest("hex")).toBe(sent.digest("hex"));
});

test("a file of exactly one part is sent at once, and one of exactly two in two parts", async () => {
  await open().write("one", megabytes(16).stream);
  expect(server.completed).toEqual([]);
  expect(server.objects.get("safe/tattle/one")).toHaveLength(PART_BYTES);

  await open().write("two", megabytes(32).stream);
  expect(server.completed).toEqual([[PART_BYTES, PART_BYTES]]);
});

test("while the bucket does not respond, no more than three parts are read", async () => {
  let finish = () => {};
  const held = new Promise<null>((resolve) => {
    finish = () => resolve(null);
  });
  server.failWhen(({ query }) => (query.has("partNumber") ? held : null));
  const { progress, stream } = megabytes(100);

  const written = open().write("large", stream);
  await expect.poll(() => progress.read).toBeGreaterThanOrEqual(3 * 16);
  let read = 0;
  const isReading = () => read !== (read = progress.read);
  await expect.poll(isReading, { interval: 300 }).toBe(false);

  expect(read).toBeLessThan(3 * 16 + 8);
  finish();
  await written;
  expect(server.objects.get("safe/tattle/large")).toHaveLength(100 * MIB);
});

test("a file whose source ends with an error, or that the bucket refuses, leaves neither an object nor parts", async () => {
  async function* broken() {
    yield Buffer.alloc(40 * MIB);
    throw new Error("The database went away.");
  }
  await expect(open().write("broken", Readable.from(broken()))).rejects.toThrow("The database went away.");
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);

  server.failWhen(({ query }) => (query.get("partNumber") === "2" ? { status: 403 } : null));
  const { progress, stream } = megabytes(500);
  await expect(open().write("refused", stream)).rejects.toMatchObject({ status: 403 });
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  expect(progress.read).toBeLessThan(100);
  expect(stream.destroyed).toBe(true);
});

test("an error that S3 sends with status 200, once it has put the parts together, is one", async () => {
  const xml = "<Error><Code>InternalError</Code><Message>Try again.</Message></Error>";
  server.failWhen(({ method, body }) =>
    method === "POST" && body.length > 0 ? { status: 200, text: xml } : null,
  );

  await expect(open().write("large", megabytes(40).stream)).rejects.toThrow("InternalError, Try again.");
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
});

test("texts of XML are read with the characters that they represent", () => {
  const xml =
    "<List><Key>a&amp;b &lt;c&gt; &quot;d&apos; &#233;&#x1F4BE; &eacute;</Key><Key></Key><Keys>x</Keys></List>";

  expect(parseTexts(xml, "Key")).toEqual(["a&b <c> \"d' é💾 &eacute;", ""]);
});
