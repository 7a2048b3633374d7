import { isUuid } from "@/lib/auth/session";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { notFound, Refusal } from "@/lib/platform/refusal";

// What an action is given comes from outside, whatever its types say: another kind of value is refused, and no fault.

export function refuseUnlessForm(form: unknown): void {
  if (form instanceof FormData) return;
  throw new Refusal("resource_invalid", "The form did not come with the request. Load the page again.");
}

/** The id of something that only its own verb can find; refused where Postgres could not even be asked for it. */
export function idOf(what: string, given: unknown): string {
  if (isUuid(given)) return given;
  throw notFound(what);
}

/** What every token of a snitch looks like. */
export const SNITCH_TOKEN = /^[\da-f]{16}$/;

/** The token of a snitch. */
export function tokenOf(given: unknown): string {
  if (typeof given === "string" && SNITCH_TOKEN.test(given)) return given;
  throw notFound("snitch");
}

/** A text; nothing where it is none, or none that Postgres could be asked for. */
export const textOf = (given: unknown): string =>
  typeof given === "string" && isPostgresText(given) ? given : "";
