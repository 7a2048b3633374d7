import type { FoundPassage } from "@/components/command/find-passages";
import { docsIndex } from "../search/docs-index";
import { findPassages, type Part } from "../search/find-passages";
import { readQuery } from "../search/read-query";

const MAX_HITS = 5;

const join = (parts: Part[]) => parts.map(({ text }) => text).join("");

/** The parts of pages of the documentation with all words of `?q=`. The command menu calls it, and has the pages themselves. */
export function GET(request: Request) {
  const query = readQuery(new URL(request.url).searchParams.get("q"));
  const parts = docsIndex().filter(({ href }) => href.includes("#"));
  const hits = findPassages(query, parts, MAX_HITS);
  return Response.json(
    hits.map(({ href, page, heading }): FoundPassage => ({ href, page, heading: join(heading) })),
  );
}
