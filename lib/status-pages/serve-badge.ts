import { makeBadge } from "badge-maker";
import { SECOND_MS } from "@/lib/rules/durations";
import { isUuid } from "@/lib/rules/uuid";
import { type Badge, FRESH_MS, readBadge } from "./read-badge";

/** shields.io refuses less. */
const CACHE_SECONDS = 300;

/** A badge in each of its formats: an image, and JSON for the endpoint badge of shields.io. */
export const BADGE_FORMATS: Record<string, { type: string; render: (id: string, badge: Badge) => string }> = {
  svg: {
    type: "image/svg+xml",
    render: (id, { label, message, color, style }) =>
      makeBadge({ label, message, color, style, idSuffix: id }),
  },
  json: {
    type: "application/json",
    render: (_, { label, message, color, isError }) =>
      JSON.stringify({ schemaVersion: 1, label, message, color, isError, cacheSeconds: CACHE_SECONDS }),
  },
};

/** The image of a badge, or its JSON; null if the path is that of none. */
export async function serveBadge(file: string, now: Date): Promise<Response | null> {
  const [, id, name = ""] = /^([\da-f-]{36})\.(\w+)$/.exec(file) ?? [];
  const format = BADGE_FORMATS[name];
  const badge = format && isUuid(id) ? await readBadge(id, now) : null;
  if (!format || !id || !badge) return null;
  return new Response(format.render(id, badge), {
    headers: {
      "Content-Type": format.type,
      "Cache-Control": `max-age=${FRESH_MS / SECOND_MS}`,
      "Access-Control-Allow-Origin": "*",
      "X-Robots-Tag": "noindex",
    },
  });
}
