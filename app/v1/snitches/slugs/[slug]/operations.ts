import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { namedSnitch } from "@/lib/snitches/slug-input";

export const ensureSnitch: Operation = {
  id: "ensureSnitch",
  method: "PUT",
  path: "/v1/snitches/slugs/{slug}",
  title: "Create or keep a snitch by its slug",
  description:
    "For a job that makes its own snitch: creates the snitch with this slug if there is none (201), and keeps it otherwise (200). Of one that exists, only the schedule is changed, as far as the body mentions it. Without an interval or a schedule, a new one is expected every day, with an hour of grace. Requests at once create one snitch. A key with the access `ping` is enough; what it may add is limited.",
  body: { schema: namedSnitch, name: "NamedSnitch", optional: true },
  response: "SnitchBySlug",
  creates: true,
  errors: ["plan_limit_reached", "account_on_hold", ...BODY_ERRORS],
};
