import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Store } from "./store";

/** 10,000 parts of this size are 320 GB; so much of a backup is in memory at once, twice. */
const PART_BYTES = 32 * 1024 ** 2;

/**
 * Keeps backups in a bucket of anything that speaks S3, named as https://KEY:SECRET@host/bucket/folder?region=REGION.
 */
export function openBucket(address: string): Store {
  const url = new URL(address);
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
    // Not every server has a host name for each bucket.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  return {
    place: `${url.origin}/${bucket}/${prefix}`,
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
      const params = { ...at(name), Body: contents, ContentType: "application/gzip" };
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
    },
    async read(name) {
      const { Body } = await client.send(new GetObjectCommand(at(name)));
      if (!(Body instanceof Readable)) throw new Error(`The bucket gave nothing for ${name}.`);
      return Body;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
  };
}
