/** Whether Postgres can keep a text: it has no place for NUL, nor for half of a surrogate pair. */
export const isPostgresText = (text: string) => !text.includes("\0") && text.isWellFormed();

/** What is said of a text that is not. */
export const NOT_POSTGRES_TEXT = "must not contain NUL or broken characters";
