export const IN_THE_CASE = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof IN_THE_CASE)[number];

/** Where a role in the case comes from: people of it, a group at the issuer, or a group at a proxy that signs in. */
const SOURCES = ["by hand", "group", "proxy"] as const;
export type Sources = Record<Role, (typeof SOURCES)[number]>;

const rotation = (by: number) =>
  Object.fromEntries(
    IN_THE_CASE.map((role, place) => [role, SOURCES[(place + by) % SOURCES.length]]),
  ) as Sources;

export const BY_HAND: Sources = { owner: "by hand", admin: "by hand", member: "by hand", viewer: "by hand" };

/** With the first, each source is some role’s; with all, every source is every role’s. */
export const ALL_SOURCES: Sources[] = SOURCES.map((_, by) => rotation(by));
