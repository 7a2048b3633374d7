import { z } from "zod";

// What other products send is shown on pages and stored, so each text is made one that Postgres can store.

/** A text without NUL and without broken characters. */
export const sourceText = z.string().transform((text) => text.replaceAll("\0", "").toWellFormed());

/** As `sourceText`; empty if it is missing or null. */
export const optionalText = sourceText.nullish().transform((text) => text ?? "");

/** Missing and null are null. */
export const optionalNumber = z
  .number()
  .nullish()
  .transform((number) => number ?? null);

/** Missing and null are false; SQLite and some products write 0 and 1. */
export const optionalFlag = z
  .union([z.boolean(), z.number()])
  .nullish()
  .transform((flag) => flag === true || flag === 1);
