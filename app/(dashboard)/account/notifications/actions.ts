"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { fields } from "@/app/actions/inputs";
import { memberEmails } from "@/lib/cases/input";
import { changeMemberEmails } from "@/lib/cases/member-emails";

/** Every member decides which emails they get themselves. */
export const changeOwnEmailsAction = caseAction(
  "see",
  [fields(memberEmails)],
  async ({ theCase, user, by, now }, changes) => {
    await changeMemberEmails(theCase.id, user.id, changes, by, now);
    refresh();
  },
);
