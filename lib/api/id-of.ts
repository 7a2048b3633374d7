import { notFound } from "@/lib/platform/refusal";
import { isUuidInAnyCase } from "@/lib/rules/uuid";

/** The id in a path. Refuses what is none: Postgres fails when it compares a UUID with other text. */
export function parseId({ id }: { id: string }, what: string): string {
  if (isUuidInAnyCase(id)) return id;
  throw notFound(what);
}
