import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Store } from "./store";

/** S3 allows 10,000 parts, so a file can have 320 GB. Two parts are in memory at a time. */
const PART_BYTES = 32 * 1024 ** 2;

const CONNECTION_TIMEOUT_MS = 5_000;

/** Stores files of a type in an S3-compatible bucket, given as https://KEY:SECRET@host/bucket/folder?region=REGION. */
export function openBucket(bucketUrl: string, contentType: string): Store {
  const url = new URL(bucketUrl);
  const [bucket = "", ...folders] = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const client = new S3Client({
    endpoint: url.origin,
    region: url.searchParams.get("region") ?? "us-east-1",
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    // Not every S3 server has a host name for each bucket.
    forcePathStyle: true,
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const objectOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  return {
    location: `${url.origin}/${bucket}/${prefix}`,
    async list() {
      const names: string[] = [];
      for (let next: string | undefined, more = true; more; more = next !== undefined) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
        );
        names.push(...(page.Contents ?? []).map(({ Key = "" }) => Key.slice(prefix.length)));
        next = page.NextContinuationToken;
      }
      return names;
    },
    async write(name, contents) {
      const params = { ...objectOf(name), Body: contents, ContentType: contentType };
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
    },
    async read(name, abortSignal) {
      const { Body } = await client.send(new GetObjectCommand(objectOf(name)), { abortSignal });
      if (!(Body instanceof Readable)) throw new Error(`The bucket returned no content for ${name}.`);
      return Body;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(objectOf(name)));
    },
  };
}
