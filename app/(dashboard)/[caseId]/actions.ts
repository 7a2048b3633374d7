"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { fields } from "@/app/actions/inputs";
import { changeSelected } from "@/lib/monitoring/change-selected";
import { bulkChange, readBulkChange, readSelection, selection } from "./snitches/forms/selection-form";

/** Changes a batch of the selected snitches. The browser repeats it with `next` until that is null. */
export const changeSelectedAction = caseAction(
  "manage_snitches",
  [fields(bulkChange, readBulkChange), fields(selection, readSelection)],
  async ({ theCase, by, now }, change, selected) => {
    const result = await changeSelected(theCase.id, selected, change, now, by);
    if (!result.next) refresh();
    return result;
  },
);
