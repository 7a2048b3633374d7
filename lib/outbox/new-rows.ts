/** The ids of outbox rows that a transaction inserted. After its commit, pass them to `wakeWorkersLater`. */
export type NewRows = { emails: string[]; deliveries: string[] };

export const NO_NEW_ROWS: NewRows = { emails: [], deliveries: [] };

/** Rows of several steps of a transaction, as one. */
export const mergeRows = (...all: NewRows[]): NewRows => ({
  emails: all.flatMap(({ emails }) => emails),
  deliveries: all.flatMap(({ deliveries }) => deliveries),
});
