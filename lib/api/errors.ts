import { z } from "zod";
import { presentedPlan } from "@/lib/configuration/responses";
import { HTTP_STATUS } from "./response";

/** Every error response of the API and its cause, ordered by status. */
export const ERRORS = [
  { status: 400, type: null, cause: "The JSON in the request body is malformed. The response has no body." },
  of(
    "api_key_invalid",
    "The API key is missing, invalid or expired, or it is read-only and the request makes a change.",
  ),
  of("plan_limit_reached", "The case has reached the snitch limit of its plan."),
  of("account_on_hold", "The account is on hold. Nothing can be added or changed until it is released."),
  of(
    "resource_not_found",
    "The case has no such snitch, run, incident, machine, page, badge, notice or maintenance, or the API has no such path.",
  ),
  of(
    "method_not_allowed",
    "The path does not support this method. `Allow` lists the methods that it supports.",
  ),
  of(
    "plan_changed",
    "The configuration file or the case has changed since the plan was made. `plan` is the new plan.",
  ),
  of("request_too_large", "The body is larger than 1 MiB, or 8 MiB for a configuration file."),
  of(
    "resource_invalid",
    "Attributes are missing or invalid. `validations` lists each of them with a message.",
  ),
  of(
    "rate_limited",
    "The API key has made too many requests. `Retry-After` is the number of seconds to wait.",
  ),
  {
    status: 500,
    type: "internal_server_error",
    cause: "A server error. Try again. If you report it, include the `request_id`.",
  },
  of(
    "service_unavailable",
    "The API is under maintenance, too busy, or unable to decrypt its secrets. Check-ins are still recorded.",
  ),
] as const;

export type ErrorType = Exclude<(typeof ERRORS)[number]["type"], null>;

function of<const Type extends keyof typeof HTTP_STATUS>(type: Type, cause: string) {
  return { status: HTTP_STATUS[type], type, cause };
}

const refusalTypes = Object.keys(HTTP_STATUS) as (keyof typeof HTTP_STATUS)[];

export const refusalShape = z.object({
  type: z
    .enum(refusalTypes)
    .meta({ description: "Identifies the error. It is stable: programs can rely on it." }),
  error: z.string().meta({ description: "A message for people. It may change." }),
  validations: z
    .array(z.object({ attribute: z.string(), message: z.string() }))
    .optional()
    .meta({ description: "Only for `resource_invalid`." }),
  plan: presentedPlan.optional().meta({ description: "Only for `plan_changed`." }),
});

export const internalErrorShape = z.object({
  type: z.literal("internal_server_error"),
  error: z.string(),
  request_id: z.string(),
});
