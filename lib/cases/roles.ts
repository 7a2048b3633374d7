/** From the one who may do everything to the one who may only look. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** What can be done in a case, for whom, and in words. Pages show this table, and everything asks it. */
const RIGHTS = {
  see: { least: "viewer", words: "See snitches, their history, who was told, members and the audit log" },
  manage_snitches: { least: "member", words: "Add, change, pause and delete snitches" },
  manage_webhooks: { least: "admin", words: "Manage webhooks, see their whole URLs and signing secrets" },
  manage_keys: { least: "admin", words: "Create and revoke API keys" },
  manage_members: { least: "admin", words: "Invite and remove people, and change their roles" },
  change_settings: { least: "admin", words: "Change the case’s name and its alert address" },
  own: { least: "owner", words: "Make and unmake owners, hand the case over, delete it" },
} as const satisfies Record<string, { least: Role; words: string }>;

export type Right = keyof typeof RIGHTS;

export const RIGHTS_IN_ORDER = Object.entries(RIGHTS).map(([right, { words }]) => ({
  right: right as Right,
  words,
}));

export const may = (role: Role, right: Right): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(RIGHTS[right].least);

/** Whether this role decides about that one: only owners make and unmake owners. */
export const mayManage = (role: Role, other: Role): boolean =>
  may(role, other === "owner" ? "own" : "manage_members");

/** “an admin” */
export const withArticle = (role: Role) => `${/^[aeio]/.test(role) ? "an" : "a"} ${role}`;

/** What somebody hears who may not do it. */
export const refusalFor = (role: Role, right: Right) =>
  `You are ${withArticle(role)} of this case: that takes ${withArticle(RIGHTS[right].least)}. Ask one of them.`;
