const MAX_CHARACTERS = 100;

/** A name that no one has verified: on one line, without invisible characters, and not too long to show. “Someone” if nothing is left. */
export const cleanName = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replace(/[\p{C}\s]+/gu, " ")
      .trim(),
  ]
    .slice(0, MAX_CHARACTERS)
    .join("") || "Someone";
