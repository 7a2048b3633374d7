"use server";

import { cookies } from "next/headers";
import type { Outcome } from "@/components/ui/form";
import { env } from "@/lib/platform/env";
import { runCaseAction } from "./case-action";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Puts the first steps of a case away, in this browser. */
export async function hideSteps(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "manage_keys", form, async ({ theCase }) => {
    const jar = await cookies();
    jar.set("steps", "hidden", {
      path: `/${theCase.id}`,
      maxAge: YEAR_SECONDS,
      httpOnly: true,
      sameSite: "lax",
      secure: env.APP_URL.startsWith("https:"),
    });
  });
}
