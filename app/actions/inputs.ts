import type { z } from "zod";
import type { FormState } from "@/components/ui/form";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { invalidAttribute, notFound, parse } from "@/lib/platform/refusal";
import { isUuid } from "@/lib/rules/uuid";

// A server action is an HTTP endpoint: its arguments come from outside and can be of any type. A reader turns one of them
// (or the form) into a value of the declared type, or throws a Refusal.

export type ArgumentReader<T = unknown> = { source: "argument"; read: (value: unknown) => T };
type FormReader<T = unknown> = { source: "form"; read: (form: FormData) => T };
export type Readers = readonly (ArgumentReader | FormReader)[];

/** The values that the readers return. */
export type Inputs<List extends Readers> = { [Index in keyof List]: ReturnType<List[Index]["read"]> };

/** The arguments that the readers expect: one for each reader that does not read the form. */
export type Arguments<List extends Readers> = List extends readonly [
  infer First,
  ...infer Rest extends Readers,
]
  ? First extends ArgumentReader<infer T>
    ? [T, ...Arguments<Rest>]
    : Arguments<Rest>
  : [];

/** What `useActionState` passes to an action: its bound arguments, the previous state and the form. */
export type FormArguments<List extends Readers> = [...Arguments<List>, previous: FormState, form: FormData];

/** The form among an action's arguments. */
export const findForm = (readers: Readers, args: unknown[]): unknown =>
  args[readers.filter(({ source }) => source === "argument").length + 1];

/** Reads every input in order. Throws the Refusal of the first reader that does not accept its value. */
export function readInputs<List extends Readers>(readers: List, args: unknown[], form = new FormData()) {
  const remaining = [...args];
  const inputs = readers.map((reader) =>
    reader.source === "form" ? reader.read(form) : reader.read(remaining.shift()),
  );
  return inputs as Inputs<List>;
}

export const argument = <T>(read: (value: unknown) => T): ArgumentReader<T> => ({ source: "argument", read });

/** An argument that is checked by a schema. */
export const matching = <Schema extends z.ZodType>(schema: Schema) =>
  argument((value): z.output<Schema> => parse(schema, value));

/** An id; `what` it identifies is named in the refusal. Postgres throws an error if it compares a UUID with other text. */
export const readId = (what: string) =>
  argument((value) => {
    if (isUuid(value)) return value;
    throw notFound(what);
  });

/** Imported snitches keep their tokens, which have other forms than ours. */
export const SNITCH_TOKEN = /^[\w-]{1,64}$/;

export const snitchToken = argument((value) => {
  if (typeof value === "string" && SNITCH_TOKEN.test(value)) return value;
  throw notFound("snitch");
});

/** Any text. Empty if the value is not a text that Postgres can store. */
export const text = argument((value) => (typeof value === "string" && isPostgresText(value) ? value : ""));

/** The fields of the form, checked by a schema. */
export const fields = <Schema extends z.ZodType>(
  schema: Schema,
  fieldsIn: (form: FormData) => unknown = Object.fromEntries,
): FormReader<z.output<Schema>> => ({ source: "form", read: (form) => parse(schema, fieldsIn(form)) });

/** Refuses unless this field of the form repeats `expected`, which confirms a deletion. */
export function refuseUnlessRepeated(form: FormData, attribute: string, expected: string): void {
  if (String(form.get(attribute)).trim() === expected) return;
  throw invalidAttribute(attribute, `must be “${expected}”`);
}
