import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { pauseUntil } from "@/lib/snitches/input";

export const pauseSnitch: Operation = {
  id: "pauseSnitch",
  method: "POST",
  path: "/v1/snitches/{token}/pause",
  title: "Pause a snitch",
  description:
    "Mutes the alerts of a snitch. It is safe to repeat: the latest `until` counts. A pending snitch can’t be paused.",
  body: { schema: pauseUntil(new Date()), name: "Pause", optional: true },
  response: null,
  errors: ["resource_not_found", ...BODY_ERRORS],
};
