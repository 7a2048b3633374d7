/** Rows that are owed to somebody, for the bell to ring once the transaction is committed. */
export type Owed = { notices: string[]; deliveries: string[] };

export const NOTHING_OWED: Owed = { notices: [], deliveries: [] };
