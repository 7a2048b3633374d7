export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Whether a value is a UUID as Postgres writes it: in lower case, with four hyphens. Check an id with this before a query: Postgres
 * fails when it compares a uuid with other text.
 */
export const isUuid = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/** Whether a text is a UUID as people and other programs write it. Postgres reads it, too. */
export const isUuidInAnyCase = (text: string): boolean => isUuid(text.toLowerCase());
