"use server";

import { cookies } from "next/headers";
import { caseAction } from "@/app/actions/case-action";
import { env } from "@/lib/platform/env";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Hides the onboarding steps of a case in this browser. */
// Only people who may manage keys see the steps.
export const hideOnboardingAction = caseAction("manage_keys", [], async ({ theCase }) => {
  const jar = await cookies();
  jar.set("steps", "hidden", {
    path: `/${theCase.id}`,
    maxAge: YEAR_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure: env.APP_URL.startsWith("https:"),
  });
});
