/** Why a text has too many characters. */
export const tooLong = (maximum: number): string =>
  `is too long (maximum is ${maximum.toLocaleString("en")} characters)`;
