import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { PublicPage } from "./public-page";

/** The body of a response, and what stands for it in `If-None-Match`. */
export type Entity = { body: Bytes; etag: string; zipped: () => Bytes };
type Bytes = Uint8Array<ArrayBuffer>;

const entities = new WeakMap<PublicPage, Map<string, Entity>>();

/** What is made of a view under this name, made once for all of its readers. */
export function once(view: PublicPage, name: string, make: () => string | Uint8Array): Entity {
  const ofView = entities.get(view) ?? new Map<string, Entity>();
  entities.set(view, ofView);
  const entity = ofView.get(name) ?? toEntity(make());
  ofView.set(name, entity);
  return entity;
}

function toEntity(content: string | Uint8Array): Entity {
  const body = new Uint8Array(Buffer.from(content));
  let zipped: Bytes | undefined;
  return {
    body,
    // Weak, because a body that is compressed has it, too.
    etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    zipped: () => {
      zipped ??= new Uint8Array(gzipSync(body));
      return zipped;
    },
  };
}
