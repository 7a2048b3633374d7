import type { Caller } from "./authorize";
import type { Version } from "./changes";

/** A request of a known caller. `parts`: the parts of the path. */
export type Call = Caller & { version: Version; parts: string[]; search: URLSearchParams; now: Date };

export type Handler =
  | { access: "none"; handle: () => Promise<Response> }
  | { access: "read" | "full"; handle: (call: Call) => Promise<Response> };

export const json = (body: unknown, status = 200) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
