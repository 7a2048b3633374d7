/** Whether Postgres can store a text: it cannot store NUL or half of a surrogate pair. */
export const isPostgresText = (text: string) => !text.includes("\0") && text.isWellFormed();

/** The validation message for a text that Postgres cannot store. */
export const NOT_POSTGRES_TEXT = "must not contain NUL or broken characters";

/** Why a text has too many characters. */
export const tooLong = (maximum: number): string =>
  `is too long (maximum is ${maximum.toLocaleString("en")} characters)`;
