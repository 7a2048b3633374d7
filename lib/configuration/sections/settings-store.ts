import { updateCase } from "@/lib/cases/update";
import type { PlanOf } from "../configuration";
import type { Store } from "../store";
import { caseColumns } from "./settings";

export const settingsStore: Store<PlanOf<"settings">> = {
  apply: async (entries, { caseId, existing, by }) => {
    const { name } = existing.theCase;
    for (const { entry } of entries) await updateCase(caseId, { name, ...caseColumns(entry.attributes) }, by);
  },
};
