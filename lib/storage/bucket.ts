import { text } from "node:stream/consumers";
import { openRequests } from "./bucket-requests";
import { upload } from "./bucket-upload";
import type { Store } from "./store";
import { parseTexts } from "./xml";

/** Stores files of a type in an S3-compatible bucket, given as https://KEY:SECRET@host/bucket/folder?region=REGION. */
export function openBucket(bucketUrl: string, contentType: string): Store {
  const bucket = openRequests(bucketUrl);
  return {
    location: bucket.location,
    async list() {
      const names: string[] = [];
      for (let next: string | undefined, isMore = true; isMore; isMore = next !== undefined) {
        const query: Record<string, string> = { "list-type": "2", prefix: bucket.prefix };
        if (next !== undefined) query["continuation-token"] = next;
        const page = await text((await bucket.send("GET", null, { query })).body);
        names.push(...parseTexts(page, "Key").map((key) => key.slice(bucket.prefix.length)));
        [next] = parseTexts(page, "NextContinuationToken");
      }
      return names;
    },
    async write(name, contents) {
      await upload(bucket, name, contents, contentType);
    },
    read: async (name, signal) => (await bucket.send("GET", name, { signal })).body,
    async remove(name) {
      await text((await bucket.send("DELETE", name)).body);
    },
  };
}
