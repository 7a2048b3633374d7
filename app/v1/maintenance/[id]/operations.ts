import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { maintenanceChanges } from "@/lib/maintenance/input";

export const showMaintenance: Operation = {
  id: "showMaintenance",
  method: "GET",
  path: "/v1/maintenance/{id}",
  title: "Show maintenance",
  description: "Returns one maintenance entry of the case.",
  response: "Maintenance",
  errors: ["resource_not_found"],
};

export const updateMaintenance: Operation = {
  id: "updateMaintenance",
  method: "PATCH",
  path: "/v1/maintenance/{id}",
  title: "Update maintenance",
  description:
    "Changes the attributes that are present. One of `all`, `tags` and `snitches` replaces the others; times replace a schedule, and vice versa.",
  body: { schema: maintenanceChanges, name: "MaintenanceChanges" },
  response: "Maintenance",
  errors: ["account_on_hold", "resource_not_found", ...BODY_ERRORS],
};

export const removeMaintenance: Operation = {
  id: "removeMaintenance",
  method: "DELETE",
  path: "/v1/maintenance/{id}",
  title: "Delete maintenance",
  description: "Deletes maintenance. Misses that it excused count again.",
  response: null,
  errors: ["resource_not_found"],
};
