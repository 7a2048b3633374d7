import type { Operation } from "@/lib/api/operation";

export const unpauseSnitch: Operation = {
  id: "unpauseSnitch",
  method: "POST",
  path: "/v1/snitches/{token}/unpause",
  title: "Unpause a snitch",
  description:
    "Ends a pause. The snitch returns to its status before the pause, as updated by check-ins during the pause, and a new period starts. It is safe to call if the snitch is not paused.",
  response: null,
  errors: ["resource_not_found"],
};
