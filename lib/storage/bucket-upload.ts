import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Bucket, parseRefusal } from "./bucket-requests";
import { parseTexts } from "./xml";

/** S3 allows 10,000 parts, so a file can have 160 GB. Three parts are in memory: one is sent, one waits, one is read. */
const PART_BYTES = 16 * 1024 ** 2;

/** Stores what the stream gives as one object. It appears in the bucket completely or not at all. */
export async function upload(bucket: Bucket, name: string, contents: Readable, contentType: string) {
  let waiting: Buffer | undefined;
  let parts: Awaited<ReturnType<typeof beginParts>> | undefined;
  try {
    for await (const part of splitIntoParts(contents)) {
      if (waiting) {
        parts ??= await beginParts(bucket, name, contentType);
        await parts.add(waiting);
      }
      waiting = part;
    }
    const last = waiting ?? Buffer.alloc(0);
    if (!parts) return await text((await bucket.send("PUT", name, { body: last, contentType })).body);
    await parts.add(last);
    await parts.complete();
  } catch (error) {
    await parts?.abort();
    throw error;
  }
}

/** The bytes of the stream in parts of the size that S3 wants: all alike but the last. */
async function* splitIntoParts(contents: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of contents as AsyncIterable<Buffer>) {
    for (let rest = chunk; rest.length > 0; ) {
      const part = rest.subarray(0, PART_BYTES - size);
      chunks.push(part);
      size += part.length;
      rest = rest.subarray(part.length);
      if (size < PART_BYTES) continue;
      yield Buffer.concat(chunks);
      chunks = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
}

async function beginParts(bucket: Bucket, name: string, contentType: string) {
  const begun = await bucket.send("POST", name, { query: { uploads: "" }, contentType });
  const [uploadId = ""] = parseTexts(await text(begun.body), "UploadId");
  const tags: string[] = [];
  let sending: Promise<void> = Promise.resolve();

  async function sendPart(number: number, body: Buffer) {
    const query = { partNumber: String(number), uploadId };
    const { headers, body: response } = await bucket.send("PUT", name, { query, body });
    await text(response);
    tags[number - 1] = String(headers.etag);
  }

  let count = 0;
  return {
    /** Begins to send the part once the previous one is sent. */
    async add(part: Buffer) {
      await sending;
      count += 1;
      sending = sendPart(count, part);
      // A failure is thrown by the next call, which may come later.
      sending.catch(() => {});
    },
    async complete() {
      await sending;
      const list = tags.map(
        (tag, i) =>
          `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag.replaceAll('"', "&quot;")}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`);
      const completed = await bucket.send("POST", name, { query: { uploadId }, body });
      const response = await text(completed.body);
      // S3 responds with 200 at once, while it still puts the parts together, and may then find that it cannot.
      if (response.includes("<Error>")) throw parseRefusal(`the parts of ${name}`, 200, response);
    },
    /** Lets the bucket forget the parts, which would be stored and paid for, unless it cannot be reached. */
    async abort() {
      await sending.catch(() => {});
      await bucket.send("DELETE", name, { query: { uploadId } }).catch(() => {});
    },
  };
}
