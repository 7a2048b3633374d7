import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A fake S3 server with the operations that backups and outputs use. It keeps its objects in memory. */
export async function aBucketServer() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const key = decodeURIComponent(pathname.slice(1));
    const respond = (status: number, xml = "", headers: Record<string, string> = {}) =>
      response.writeHead(status, { "Content-Type": "application/xml", ...headers }).end(xml);
    if (!request.headers.authorization?.includes("Credential=KEY/")) return respond(403);

    const upload = uploads.get(query.get("uploadId") ?? "");
    if (request.method === "POST" && query.has("uploads")) {
      const id = String(uploads.size + 1);
      uploads.set(id, new Map());
      return respond(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === "POST" && upload) {
      const parts = [...upload].toSorted(([one], [other]) => one - other).map(([, part]) => part);
      objects.set(key, Buffer.concat(parts));
      return respond(200, `<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>`);
    }
    if (request.method === "PUT") {
      if (upload) upload.set(Number(query.get("partNumber")), body);
      else objects.set(key, body);
      return respond(200, "", { ETag: '"x"' });
    }
    if (request.method === "DELETE") {
      // S3 does not say whether the object existed.
      objects.delete(key);
      return respond(204);
    }
    if (query.has("list-type")) {
      // One object per page, so that a client must request the next page.
      const prefix = `${key.replace(/\/$/, "")}/${query.get("prefix")}`;
      const keys = [...objects.keys()].filter((objectKey) => objectKey.startsWith(prefix)).sort();
      const from = Number(query.get("continuation-token") ?? 0);
      const page = keys.slice(from, from + 1).map((objectKey) => objectKey.slice(objectKey.indexOf("/") + 1));
      const next = from + 1 < keys.length ? `<NextContinuationToken>${from + 1}</NextContinuationToken>` : "";
      const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("");
      return respond(200, `<ListBucketResult>${contents}${next}</ListBucketResult>`);
    }
    const object = objects.get(key);
    if (!object) return respond(404, "<Error><Code>NoSuchKey</Code></Error>");
    response.writeHead(200, { "Content-Length": object.length }).end(object);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://KEY:SECRET@127.0.0.1:${port}/safe/tattle?region=eu-central-1`,
    objects,
    uploads,
    close: () => server.close(),
  };
}
