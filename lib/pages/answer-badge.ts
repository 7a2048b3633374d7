import { makeBadge } from "badge-maker";
import { SECOND_MS } from "@/lib/rules/durations";
import { isUuid } from "@/lib/rules/uuid";
import { FRESH_MS, readBadge } from "./read-badge";

/** shields.io refuses less. */
const CACHE_SECONDS = 300;

/** The image of a badge, or its JSON for the endpoint badge of shields.io; null if the path is that of none. */
export async function answerBadge(file: string, now: Date): Promise<Response | null> {
  const [, id, format] = /^([\da-f-]{36})\.(svg|json)$/.exec(file) ?? [];
  const badge = isUuid(id) ? await readBadge(id, now) : null;
  if (!badge) return null;
  const { label, message, color, style, isError } = badge;
  const headers = {
    "Cache-Control": `max-age=${FRESH_MS / SECOND_MS}`,
    "Access-Control-Allow-Origin": "*",
    "X-Robots-Tag": "noindex",
  };
  if (format === "json")
    return Response.json(
      { schemaVersion: 1, label, message, color, isError, cacheSeconds: CACHE_SECONDS },
      { headers },
    );
  const svg = makeBadge({ label, message, color, style, idSuffix: id });
  return new Response(svg, { headers: { ...headers, "Content-Type": "image/svg+xml" } });
}
