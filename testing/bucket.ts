import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { findSignatureFault } from "./bucket-signature";

const REGION = "eu-central-1";

/** S3 accepts smaller parts only as the last one. */
const MIN_PART_BYTES = 5 * 1024 ** 2;

type Call = { method: string; key: string; query: URLSearchParams; body: Buffer };
/** How a request gets a response instead: with this status and text, or not at all. */
type Failure = { status: number; text?: string } | "reset";

const computeTag = (body: Buffer) => `"${createHash("md5").update(body).digest("hex")}"`;

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The request is refused.</Message></Error>`;

/**
 * A fake S3 server with the operations that backups and outputs use. It keeps its objects in memory, and accepts only requests
 * that are signed with the key and the secret of its URL.
 */
export async function aBucketServer() {
  const objects = new Map<string, Buffer>();
  /** The parts of uploads that are neither complete nor aborted. */
  const uploads = new Map<string, Map<number, Buffer>>();
  /** The sizes of the parts of each complete upload. */
  const completed: number[][] = [];
  const calls: string[] = [];
  let fail: (call: Call) => Failure | null | Promise<Failure | null> = () => null;

  function begin({ key }: Call, respond: Respond) {
    const id = `${key}#${calls.length}`;
    uploads.set(id, new Map());
    const xml = `<InitiateMultipartUploadResult><UploadId>${escapeXml(id)}</UploadId></InitiateMultipartUploadResult>`;
    respond(200, xml);
  }

  function complete({ key, query, body }: Call, parts: Map<number, Buffer>, respond: Respond) {
    const pattern = /<Part><PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag><\/Part>/g;
    const listed = [...body.toString().matchAll(pattern)].map(([, number, tag]) => ({
      part: parts.get(Number(number)),
      tag: `"${tag}"`,
    }));
    const found = listed.flatMap(({ part, tag }) => (part && computeTag(part) === tag ? [part] : []));
    if (found.length === 0 || found.length < listed.length) return respond(400, errorXml("InvalidPart"));
    if (found.slice(0, -1).some((part) => part.length < MIN_PART_BYTES))
      return respond(400, errorXml("EntityTooSmall"));
    objects.set(key, Buffer.concat(found));
    uploads.delete(query.get("uploadId") ?? "");
    completed.push(found.map((part) => part.length));
    respond(200, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
  }

  /** One object per page, so that a client must request the next page. */
  function list({ key, query }: Call, respond: Respond) {
    const prefix = `${key}/${query.get("prefix")}`;
    const keys = [...objects.keys()].filter((objectKey) => objectKey.startsWith(prefix)).sort();
    const from = Number(query.get("continuation-token")?.slice("from+/=".length) ?? 0);
    const contents = keys
      .slice(from, from + 1)
      .map((objectKey) => `<Contents><Key>${escapeXml(objectKey.slice(key.length + 1))}</Key></Contents>`);
    const next =
      from + 1 < keys.length ? `<NextContinuationToken>from+/=${from + 1}</NextContinuationToken>` : "";
    respond(200, `<ListBucketResult>${contents.join("")}${next}</ListBucketResult>`);
  }

  function reply(call: Call, respond: Respond) {
    const { method, key, query, body } = call;
    if (method === "POST" && query.has("uploads")) return begin(call, respond);
    if (query.has("uploadId")) {
      const parts = uploads.get(query.get("uploadId") ?? "");
      if (!parts) return respond(404, errorXml("NoSuchUpload"));
      if (method === "POST") return complete(call, parts, respond);
      if (method === "PUT") parts.set(Number(query.get("partNumber")), body);
      else uploads.delete(query.get("uploadId") ?? "");
      return respond(method === "PUT" ? 200 : 204, "", { ETag: computeTag(body) });
    }
    if (method === "PUT") {
      objects.set(key, body);
      return respond(200, "", { ETag: computeTag(body) });
    }
    if (method === "DELETE") {
      // S3 does not say whether the object existed.
      objects.delete(key);
      return respond(204);
    }
    if (query.has("list-type")) return list(call, respond);
    const object = objects.get(key);
    respond(object ? 200 : 404, object ?? errorXml("NoSuchKey"));
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const call = { method: request.method ?? "", key: decodeURIComponent(pathname.slice(1)), query, body };
    calls.push(`${call.method} ${call.key}`);
    const respond: Respond = (status, content = "", headers = {}) =>
      response
        .writeHead(status, {
          "Content-Type": "application/xml",
          "Content-Length": Buffer.byteLength(content),
          ...headers,
        })
        .end(content);
    const fault = findSignatureFault(request, body, REGION);
    if (fault) return respond(403, errorXml(fault));
    const failure = await fail(call);
    if (failure === "reset") return response.destroy();
    if (failure) return respond(failure.status, failure.text ?? errorXml("SlowDown"));
    reply(call, respond);
  }

  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://KEY:SECRET@127.0.0.1:${port}/safe/tattle?region=${REGION}`,
    objects,
    uploads,
    completed,
    /** The methods and keys of all requests. */
    calls,
    /** Asks this function about each further request with a good signature. */
    failWhen(decide: typeof fail) {
      fail = decide;
    },
    closeConnections: () => server.closeAllConnections(),
    close: () => server.close(),
  };
}

type Respond = (status: number, content?: string | Buffer, headers?: Record<string, string>) => void;
