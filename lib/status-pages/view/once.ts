import { createHash } from "node:crypto";
import type { PublicPage } from "./public-page";

/** The body of a response, and what replaces it in `If-None-Match`. */
export type Entity = { body: Uint8Array<ArrayBuffer>; etag: string };

const entities = new WeakMap<PublicPage, Map<string, Entity>>();

/** Renders a view under this name once for all readers. */
export function once(view: PublicPage, name: string, make: () => string | Uint8Array): Entity {
  const ofView = entities.get(view) ?? new Map<string, Entity>();
  entities.set(view, ofView);
  const entity = ofView.get(name) ?? toEntity(make());
  ofView.set(name, entity);
  return entity;
}

function toEntity(content: string | Uint8Array): Entity {
  const body = new Uint8Array(Buffer.from(content));
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}
