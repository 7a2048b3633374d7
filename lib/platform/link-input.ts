import { z } from "zod";
import { linkProblem } from "@/lib/rules/link";

/** The URL of a page that people are led to. May be empty. */
export const link = z
  .string({ error: "must be text" })
  .trim()
  .superRefine((value, context) => {
    const problem = value === "" ? null : linkProblem(value);
    if (problem) context.addIssue(problem);
  });
