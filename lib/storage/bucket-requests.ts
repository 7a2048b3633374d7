import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, request } from "undici";
import { parseTexts } from "./xml";

const CONNECTION_TIMEOUT_MS = 5_000;

/** A request is sent so often at most. The waits between are random, and at most so long, each twice the previous one. */
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 200;

export type Method = "DELETE" | "GET" | "POST" | "PUT";

type Options = {
  query?: Record<string, string>;
  body?: Buffer;
  contentType?: string;
  signal?: AbortSignal;
};

export type StorageResponse = { headers: Record<string, string | string[] | undefined>; body: Readable };

/** What the bucket refused. The name is S3's code, for instance `NoSuchKey`. */
export class BucketError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export type Bucket = ReturnType<typeof openRequests>;

/** Sends signed requests for the objects of a bucket, given as https://KEY:SECRET@host/bucket/folder?region=REGION. */
export function openRequests(bucketUrl: string) {
  const url = new URL(bucketUrl);
  const [bucket = "", ...folders] = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const credentials = {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get("region") ?? "us-east-1",
    service: "s3",
    cache: new Map<string, ArrayBuffer>(),
  };
  const dispatcher = new Agent({ connect: { timeout: CONNECTION_TIMEOUT_MS } });

  async function sendOnce(method: Method, address: string, { body, contentType, signal }: Options) {
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url: address,
      headers: { "X-Amz-Content-Sha256": hash, ...(contentType && { "Content-Type": contentType }) },
    });
    const { headers } = await signer.sign();
    const response = await request(address, {
      method,
      headers: Object.fromEntries(headers),
      body,
      signal,
      dispatcher,
    });
    if (response.statusCode < 300) return response;
    throw parseRefusal(
      `${method} ${new URL(address).pathname}`,
      response.statusCode,
      await text(response.body),
    );
  }

  return {
    prefix,
    location: `${url.origin}/${bucket}/${prefix}`,
    /**
     * Sends a request for the object of this name in the folder, or without a name for the whole bucket. Sends it again if
     * the bucket cannot be reached or is overloaded. Throws a `BucketError` if the bucket refuses it.
     */
    async send(method: Method, name: string | null, options: Options = {}): Promise<StorageResponse> {
      // Not every S3 server has a host name for each bucket, so its name is in the path.
      const path = [bucket, ...(name === null ? [] : `${prefix}${name}`.split("/"))].map(encode).join("/");
      const query = Object.entries(options.query ?? {}).map(([key, value]) => `${key}=${encode(value)}`);
      const address = `${url.origin}/${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await sendOnce(method, address, options);
        } catch (error) {
          if (attempt === ATTEMPTS || !mayPass(error) || options.signal?.aborted) throw error;
          await sleep(Math.random() * FIRST_WAIT_MS * 2 ** attempt, undefined, { signal: options.signal });
        }
      }
    },
  };
}

/** Signatures need these characters encoded, too. */
const encode = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether a repeated request may succeed: the bucket is overloaded, or its network is broken. */
const mayPass = (error: unknown) =>
  !(error instanceof BucketError) || error.status >= 500 || error.status === 429;

/** The error that a response describes, in XML or, if something in front of the bucket responds, in anything. */
export function parseRefusal(what: string, status: number, body: string): BucketError {
  const [code = `HTTP ${status}`] = parseTexts(body, "Code");
  const [reason = body.slice(0, 200)] = parseTexts(body, "Message");
  return new BucketError(
    code,
    `The bucket refused ${what}: ${[code, reason].filter(Boolean).join(", ")}`,
    status,
  );
}
