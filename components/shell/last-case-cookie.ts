/** The cookie with the id of the case that this browser showed last. */
export const LAST_CASE_COOKIE = "case";
