import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

/** As zxcvbn counts, eight random characters have these. With fewer, a password is not safe if its hash is stolen. */
const SAFE_GUESSES = 100_000_000;
/** The time that an estimate takes grows with the square of the length. What follows these characters makes no password safe. */
const LOOKED_AT = 32;

const MOST_USED = "it is one of the most common passwords";
const NAMES = "it is a name with little else";
const KEYS = "its keys are next to each other on a keyboard";
const REPEATED = "it repeats itself";
const NAMED = "it is based on your email address, or the name of a case or of this server";
const DATE = "it is a date or a year with little else";

/** Why a password is guessed, by the keys of zxcvbn’s warnings. */
const REASONS: Record<string, string> = {
  topTen: MOST_USED,
  topHundred: MOST_USED,
  common: MOST_USED,
  similarToCommon: "it is similar to one of the most common passwords",
  wordByItself: "it is a word with little else",
  namesByThemselves: NAMES,
  commonNames: NAMES,
  userInputs: NAMED,
  straightRow: KEYS,
  keyPattern: KEYS,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: "it is a sequence such as abc",
  dates: DATE,
  recentYears: DATE,
};

const TOO_LITTLE = "it has too few words or characters";

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: LOOKED_AT,
});

/** Why a password is easy to guess for someone who knows these words about its owner. Null if it is not. */
export function estimate(password: string, parts: string[]): string | null {
  const rest = withoutText(password, parts);
  if (rest === "") return NAMED;
  const { guesses, feedback } = zxcvbn.check(rest, parts);
  if (guesses >= SAFE_GUESSES) return null;
  return rest === password ? (REASONS[feedback.warning ?? ""] ?? TOO_LITTLE) : NAMED;
}

/** What a password has alongside the words, however often it repeats them and what is between: it must be safe without them. */
function withoutText(password: string, parts: string[]): string {
  const pieces = parts
    .toSorted((one, other) => other.length - one.length)
    .reduce((texts, word) => texts.flatMap((text) => text.split(word)), [password.toLowerCase()]);
  return pieces.length === 1 ? password : [...new Set(pieces)].join("");
}
