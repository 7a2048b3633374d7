"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction, caseActions } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { fields, readId } from "@/app/actions/inputs";
import { memberRemoval, newInvitation, roleChange } from "@/lib/cases/input";
import { invite, withdrawInvitation } from "@/lib/cases/invite";
import { changeRole, removeMember, transferOwnership } from "@/lib/cases/members";
import { requireSecondFactor } from "@/lib/cases/update";
import { countEmailRequest } from "@/lib/people/users/rate-limits";

const onMembers = caseActions("manage_members");

export const inviteAction = caseAction(
  "manage_members",
  [fields(newInvitation)],
  async ({ theCase, by, now }, invitation) => {
    await countEmailRequest(invitation.email, by.address, now);
    await invite(theCase.id, invitation, by, now);
    refresh();
  },
  CONFIRMED,
);

export const withdrawInvitationAction = caseAction(
  "manage_members",
  [readId("invitation")],
  async ({ theCase, by }, id) => {
    await withdrawInvitation(theCase.id, id, by);
    refresh();
  },
  CONFIRMED,
);

export const changeRoleAction = caseAction(
  "manage_members",
  [readId("member"), fields(roleChange)],
  async ({ theCase, by }, userId, { role }) => {
    await changeRole(theCase.id, userId, role, by);
    refresh();
  },
  CONFIRMED,
);

export const removeMemberAction = caseAction(
  "manage_members",
  [readId("member"), fields(memberRemoval)],
  async ({ theCase, by, now }, userId, { keys }) => {
    await removeMember(theCase.id, userId, { keys, by, now });
    refresh();
  },
  CONFIRMED,
);

export const transferOwnershipAction = caseAction(
  "own",
  [readId("member")],
  async ({ theCase, by }, userId) => {
    await transferOwnership(theCase.id, userId, by);
    refresh();
  },
  CONFIRMED,
);

export const requireSecondFactorAction = onMembers(
  ({ theCase, by, form, now }) => requireSecondFactor(theCase.id, form.get("required") === "on", by, now),
  CONFIRMED,
);

export const leaveCaseAction = caseAction(
  "see",
  [fields(memberRemoval)],
  async ({ theCase, user, by, now }, { keys }) => {
    await removeMember(theCase.id, user.id, { keys, by, now });
    redirect("/");
  },
);
