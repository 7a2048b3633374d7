import { createHash } from "node:crypto";
import { chooseFormat } from "@/lib/api/configuration-request";
import { methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { loadExisting } from "@/lib/configuration/existing";
import { renderExisting } from "@/lib/configuration/export";
import { toOwner } from "@/lib/configuration/owner";

const TYPES = { yaml: "application/yaml; charset=utf-8", json: "application/json; charset=utf-8" };

export const GET = withCase(
  async ({ headers }, { theCase, scope }) => {
    const format = chooseFormat(headers.get("accept"));
    const text = renderExisting(await loadExisting(theCase.id, toOwner(scope)), format);
    const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    const shared = { ETag: etag, Vary: "Accept", "Cache-Control": "private, no-cache" };
    const tags = headers.get("if-none-match")?.split(",") ?? [];
    if (tags.some((tag) => tag.trim().replace(/^W\//, "") === etag))
      return new Response(null, { status: 304, headers: shared });
    return new Response(text, { headers: { "Content-Type": TYPES[format], ...shared } });
  },
  { needs: "plan", isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
