import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { newMaintenance } from "@/lib/maintenance/input";

export const listMaintenance: Operation = {
  id: "listMaintenance",
  method: "GET",
  path: "/v1/maintenance",
  title: "List maintenance",
  description: "Returns all maintenance of the case, including past maintenance, oldest first.",
  response: "MaintenanceList",
  errors: [],
};

export const createMaintenance: Operation = {
  id: "createMaintenance",
  method: "POST",
  path: "/v1/maintenance",
  title: "Plan maintenance",
  description:
    "Plans a time during which nobody is notified about the covered snitches. Misses whose deadline is in it and errors reported in it are excused. Send exactly one of `all`, `tags` and `snitches`, and either `starts_at` and `ends_at`, or `schedule` and `duration`. It may be in the past. With `host` in place of them, it covers the snitches whose latest run came from that machine, and with `duration` alone it begins now: that is all that a key which may only read and acknowledge can send.",
  body: { schema: newMaintenance, name: "NewMaintenance" },
  response: "Maintenance",
  errors: ["account_on_hold", ...BODY_ERRORS],
};
