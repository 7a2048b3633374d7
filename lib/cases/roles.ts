import { ROLES, type Role } from "@/lib/rules/role";

export { ROLES, type Role };

/** Every right in a case, the lowest role that has it, and its description for the members page. */
const RIGHTS = {
  see: {
    minRole: "viewer",
    label: "See snitches, their history, who was notified, members and the audit log",
  },
  manage_snitches: { minRole: "member", label: "Add, change, pause and delete snitches, and write notices" },
  manage_channels: {
    minRole: "admin",
    label:
      "Manage channels and see their settings, with the full URLs and signing secrets of webhooks; send and plan fire drills",
  },
  manage_keys: { minRole: "admin", label: "Create and revoke API keys" },
  manage_members: { minRole: "admin", label: "Invite and remove people, and change their roles" },
  manage_sharing: { minRole: "admin", label: "Share badges, which anyone with the link can see" },
  change_settings: { minRole: "admin", label: "Change the case’s name, email settings and escalation" },
  own: { minRole: "owner", label: "Change owners, transfer or delete the case" },
} as const satisfies Record<string, { minRole: Role; label: string }>;

export type Right = keyof typeof RIGHTS;

export const RIGHTS_IN_ORDER = Object.entries(RIGHTS).map(([right, { label: text }]) => ({
  right: right as Right,
  label: text,
}));

export const may = (role: Role, right: Right): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(RIGHTS[right].minRole);

/** Whether a member with `role` may give, change or remove the role `target`. Only owners manage owners. */
export const mayManage = (role: Role, target: Role): boolean =>
  may(role, target === "owner" ? "own" : "manage_members");

/** “an admin” */
export const withArticle = (role: Role) => `${/^[aeio]/.test(role) ? "an" : "a"} ${role}`;

/** The message for a member whose role lacks the right. */
export function refusalFor(role: Role, right: Right): string {
  const needed = withArticle(RIGHTS[right].minRole);
  return `You are ${withArticle(role)} of this case, and this needs ${needed}. Ask ${needed} to do it.`;
}
