/** Limits how much of the workers one case can use: each channel may have several requests in progress. */
export const MAX_CHANNELS = 20;

/** How much planned maintenance a case can have, with what is over. */
export const MAX_MAINTENANCE = 200;

/** How many status pages and badges a case can have. */
export const MAX_SHARES = 200;

/** How long the title of a status page and the names on it can be. */
export const MAX_PUBLIC_NAME = 60;

/** How many snitches the check-ins of a new key may add, unless someone says otherwise. */
export const DEFAULT_SNITCH_LIMIT = 1_000;
