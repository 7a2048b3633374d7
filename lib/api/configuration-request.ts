import type { Format } from "@/lib/configuration/export";
import { readText } from "./body";

const MAX_FILE_BYTES = 8 * 1024 * 1024;

const YAML = /\b(?:application|text)\/(?:x-)?yaml\b/;
const JSON_TYPE = /\bapplication\/(?:[\w.-]+\+)?json\b/;

/** The format of a response: JSON, as everywhere in the API, unless YAML comes first. */
export function chooseFormat(accept: string | null): Format {
  const [yaml, json] = [YAML, JSON_TYPE].map((type) => (accept ?? "").search(type)) as [number, number];
  return yaml >= 0 && (json < 0 || yaml < json) ? "yaml" : "json";
}

/** A file as a request has it. `format` and `prunes` are null if the request does not say it. */
export async function readFile(request: Request) {
  const type = request.headers.get("content-type") ?? "";
  const format: Format | null = YAML.test(type) ? "yaml" : JSON_TYPE.test(type) ? "json" : null;
  const query = new URL(request.url).searchParams;
  const prune = query.get("prune");
  const text = await readText(request, MAX_FILE_BYTES);
  return { text, format, prunes: prune === null ? null : prune === "true", digest: query.get("digest") };
}
