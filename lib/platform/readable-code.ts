import { randomInt } from "node:crypto";

/** Without characters that look like others. Four of them are 19.8 random bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** A random code for people to type, in groups of four characters: “abcd-efgh-jkmn”. */
export const newReadableCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  ).join("-");

/** What was typed of a code: capitals, spaces and dashes do not matter. */
export const normalizeCode = (text: string): string => text.toLowerCase().replace(/[^a-z\d]/g, "");
