import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { replayInput } from "@/lib/replay/input";

export const replaySnitch: Operation = {
  id: "replaySnitch",
  method: "POST",
  path: "/v1/snitches/{token}/replay",
  title: "Replay a snitch",
  description:
    "Returns the alerts that other settings would have raised, beside those that were raised. Absent settings are those of the snitch. Nothing is changed, and nobody is alerted.",
  body: { schema: replayInput(new Date()), name: "Replay", optional: true },
  response: "ReplayResult",
  errors: ["resource_not_found", ...BODY_ERRORS],
};
