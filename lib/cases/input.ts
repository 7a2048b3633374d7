import { z } from "zod";
import { emailAddress } from "@/lib/users/input";

const name = z
  .string({ error: "can't be blank" })
  .trim()
  .min(1, "can't be blank")
  .max(100, "is too long (maximum is 100 characters)")
  .refine((value) => !value.includes("\0"), "must not contain NUL characters");

export const newCase = z.object({ name });

/** An empty alert address means every member is told. */
export const caseChanges = z.object({
  name,
  alertEmail: z
    .string()
    .trim()
    .transform((value) => value || null)
    .pipe(emailAddress.nullable()),
});

export type CaseChanges = z.output<typeof caseChanges>;

export const newApiKey = z.object({ name });
