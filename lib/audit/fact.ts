/** The value of an attribute, as the audit log stores it. */
export type Fact = string | string[] | null;

/** Further details of an event; for a changed attribute, its value before and after. Never a secret. */
export type Facts = Record<string, Fact | { from: Fact; to: Fact }>;
