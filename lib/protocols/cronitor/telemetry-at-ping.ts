import { handleCheckIn } from "@/lib/check-ins/handle";
import type { Adapter } from "../adapter";
import { isCronitorKey, telemetry } from "./telemetry";

/** `/ping/<key>/<monitor>[/<state>]` with a key for Cronitor. Any other is a check-in URL of ours below a folder. */
export const telemetryAtPing: Adapter = async (request, path, at) => {
  const [, , key = ""] = path.split("/");
  return (await isCronitorKey(key, at)) ? telemetry(request, path, at) : handleCheckIn(request, at);
};
