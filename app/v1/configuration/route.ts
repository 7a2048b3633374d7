import { createHash } from "node:crypto";
import { z } from "zod";
import { chooseFormat } from "@/lib/api/configuration-request";
import { operation, route } from "@/lib/api/operation";
import { loadExisting } from "@/lib/configuration/existing";
import { renderExisting } from "@/lib/configuration/export";
import { toOwner } from "@/lib/configuration/owner";
import { BACKUP } from "./example";

const TYPES = { yaml: "application/yaml; charset=utf-8", json: "application/json; charset=utf-8" };

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showConfiguration",
    title: "Show the configuration",
    description:
      "Returns the case as a file that can be applied: JSON, or YAML with `Accept: application/yaml`. It contains no secrets or check-in URLs. A key limited to tags gets the snitches with those tags. Requires a key with `plan` or `full` access.",
    response: { name: "ConfigurationFile", schema: z.unknown().meta({ type: "object" }) },
    example: {
      response: {
        version: 1,
        case: "Acme",
        settings: { group_by_machine: true },
        escalation: [],
        channels: [],
        snitches: [BACKUP],
        maintenance: [],
        pages: [],
        badges: [],
      },
    },
    isYamlToo: true,
    errors: ["resource_not_found"],
    needs: "plan",
    narrowable: true,
    handle: async ({ request: { headers }, theCase, scope }) => {
      const format = chooseFormat(headers.get("accept"));
      const text = renderExisting(await loadExisting(theCase.id, toOwner(scope)), format);
      const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
      const shared = { ETag: etag, Vary: "Accept", "Cache-Control": "private, no-cache" };
      const tags = headers.get("if-none-match")?.split(",") ?? [];
      if (tags.some((tag) => tag.trim().replace(/^W\//, "") === etag))
        return new Response(null, { status: 304, headers: shared });
      return new Response(text, { headers: { "Content-Type": TYPES[format], ...shared } });
    },
  }),
});
