import { vi } from "vitest";
import { env } from "@/lib/platform/env";

/** From here on strangers can sign up, so addresses outside a case must confirm; or people join by invitation only. */
export const setSignUp = (rule: "open" | "invited") => vi.spyOn(env, "SIGN_UP", "get").mockReturnValue(rule);
