export const IN_THE_CASE = ["owner", "admin", "member", "viewer"] as const;
