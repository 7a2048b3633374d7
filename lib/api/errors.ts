import { z } from "zod";
import { HTTP_STATUS } from "./answer";

/** Every “no” of the API, with its cause, in the order of their statuses. */
export const ERRORS = [
  { status: 400, type: null, cause: "The JSON in the body is malformed. The answer has no body." },
  of(
    "api_key_invalid",
    "The API key in the Basic user name is missing, wrong or expired, or it may only read.",
  ),
  of(
    "plan_limit_reached",
    "The case holds as many snitches as its plan allows, and another was to be created.",
  ),
  of("account_on_hold", "The account is on hold. Nothing is added or changed until it is released."),
  of("resource_not_found", "There is no such thing in this case."),
  of("method_not_allowed", "The path has no such operation. `Allow` names those that it has."),
  of("request_too_large", "The body is larger than 1 MiB."),
  of("resource_invalid", "Attributes are missing or invalid. `validations` lists each with a message."),
  of("rate_limited", "The API key made too many requests. `Retry-After` says how many seconds to wait."),
  {
    status: 500,
    type: "internal_server_error",
    cause: "A fault of ours. Try again; `request_id` tells us which it was.",
  },
  of("service_unavailable", "Maintenance. Check-ins are still recorded."),
] as const;

export type ErrorType = Exclude<(typeof ERRORS)[number]["type"], null>;

function of<const Type extends keyof typeof HTTP_STATUS>(type: Type, cause: string) {
  return { status: HTTP_STATUS[type], type, cause };
}

const refusalTypes = Object.keys(HTTP_STATUS) as (keyof typeof HTTP_STATUS)[];

export const refusalShape = z.object({
  type: z.enum(refusalTypes).meta({ description: "What to look at: it does not change." }),
  error: z.string().meta({ description: "For people. It may change." }),
  validations: z
    .array(z.object({ attribute: z.string(), message: z.string() }))
    .optional()
    .meta({ description: "Only for `resource_invalid`." }),
});

export const faultShape = z.object({
  type: z.literal("internal_server_error"),
  error: z.string(),
  request_id: z.string(),
});
