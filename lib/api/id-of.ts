import { validate as isUuid } from "uuid";
import { notFound } from "@/lib/platform/refusal";

/** The id in a path. Refuses what is none: Postgres fails when it compares a UUID with other text. */
export function idOf({ id }: { id: string }, what: string): string {
  if (isUuid(id)) return id;
  throw notFound(what);
}
