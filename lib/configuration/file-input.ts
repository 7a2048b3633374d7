import { z } from "zod";
import { trimmedText } from "@/lib/platform/text-input";
import type { Path, Problem } from "./problem";

/** Any value of JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MAX_KEY = 255;
const NOT_A_KEY = `must be text of at most ${MAX_KEY} characters: lowercase letters, digits, “-” and “_”. Put numbers in quotes`;

/** What identifies an entry in the file. */
export const keyText = z
  .string({ error: ({ input }) => (input === undefined || input === null ? "can't be blank" : NOT_A_KEY) })
  .max(MAX_KEY, NOT_A_KEY)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, NOT_A_KEY);

/** A list of keys without repetitions, in their order. Null means none. */
export const keyList = (maximum: number) =>
  z
    .array(keyText, { error: "must be a list of keys" })
    .max(maximum, `has too many keys (maximum is ${maximum})`)
    .nullish()
    .transform((keys) => [...new Set(keys ?? [])].sort());

/** A text that may be empty. Null means empty. */
export const shortText = (maximum: number) =>
  trimmedText(maximum, "must be text: put a number in quotes")
    .nullish()
    .transform((text) => text ?? "");

/** The problems of the names that are not one of `known`. `what`: “a snitch”. */
export const unknownNames = (fields: Fields, names: string[], path: Path, what: string): Problem[] =>
  Object.keys(fields)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      path: [...path, name.toWellFormed()],
      message: `is not an attribute of ${what}, which has ${names.join(", ")}`,
    }));

/** The problems of an input of a schema, at their places. */
export const listProblems = ({ issues }: z.ZodError, path: Path): Problem[] =>
  issues.map((issue) => ({
    path: [...path, ...issue.path.filter((step) => typeof step !== "symbol")],
    message: issue.message,
  }));

/** The attributes that differ from their defaults, in the order of the defaults. */
export const withoutDefaults = <Attributes extends Record<string, Json>>(
  attributes: Attributes,
  defaults: Attributes,
): Record<string, Json> =>
  Object.fromEntries(
    Object.keys(defaults).flatMap((name) => {
      const value = attributes[name];
      return value === undefined || isSame(value, defaults[name]) ? [] : [[name, value]];
    }),
  );

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
