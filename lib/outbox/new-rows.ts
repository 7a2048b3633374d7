/** The ids of outbox rows that a transaction inserted. After its commit, pass them to `wakeWorkersLater`. */
export type NewRows = { emails: string[]; deliveries: string[] };

export const NO_NEW_ROWS: NewRows = { emails: [], deliveries: [] };
