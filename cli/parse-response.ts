import { parseJson } from "@/lib/rules/parse-json";

/** Whether a part of a response is what it should be. */
export type Is<Value> = (value: unknown) => value is Value;
/** What passes such a check. */
export type Checked<Check> = Check extends Is<infer Value> ? Value : never;

export const isAny: Is<unknown> = (_value): _value is unknown => true;
export const isText: Is<string> = (value) => typeof value === "string";
export const isBoolean: Is<boolean> = (value) => typeof value === "boolean";
export const isNumber: Is<number> = (value) => typeof value === "number";
/** A time in ISO 8601. */
export const isTime: Is<string> = (value): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));
export const isList =
  <Value>(is: Is<Value>): Is<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(is);
/** What may be null or absent. */
export const isOptional =
  <Value>(is: Is<Value>): Is<Value | null | undefined> =>
  (value): value is Value | null | undefined =>
    value === null || value === undefined || is(value);
/** An object with these members. What else it has is not looked at. */
export const isObject =
  <Thing extends object>(members: { [Name in keyof Thing]-?: Is<Thing[Name]> }): Is<Thing> =>
  (value): value is Thing =>
    typeof value === "object" &&
    value !== null &&
    Object.entries<Is<unknown>>(members).every(([name, is]) => is((value as Record<string, unknown>)[name]));
/** An address that a report can be sent to. */
export const isHttpUrl: Is<string> = (value): value is string =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** No response of Tattle nests deeper, or has more lists and objects. In memory, a list without end takes thirty times its bytes. */
const MAX_DEPTH = 32;
const MAX_PARTS = 250_000;

/** The JSON of a response. Undefined if it is none, or larger in memory than any of Tattle's. */
export const parseResponse = (text: string): unknown => (isVast(text) ? undefined : parseJson(text));

function isVast(text: string): boolean {
  let [depth, parts] = [0, 0];
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (isInText && character === "\\") i += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === "[" || character === "{") {
      depth += 1;
      parts += 1;
    } else if (character === "]" || character === "}") depth -= 1;
    if (depth > MAX_DEPTH || parts > MAX_PARTS) return true;
  }
  return false;
}
