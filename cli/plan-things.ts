import { type Checked, isAny, isList, isNumber, isObject, isOptional, isText } from "./parse-response";

const isChange = isObject({
  action: isText,
  kind: isText,
  key: isText,
  name: isText,
  fields: isList(isObject({ name: isText, before: isAny, after: isAny })),
  replay: isOptional(isObject({ alerts_90d: isObject({ before: isNumber, after: isNumber }) })),
});

/** What the API says about a plan, as far as it is shown. */
export const isPlan = isObject({
  digest: isText,
  summary: isObject({ create: isNumber, update: isNumber, delete: isNumber, unchanged: isNumber }),
  changes: isList(isChange),
  missing_secrets: isList(isText),
  warnings: isList(isText),
});

export const isDone = isObject({ done: isList(isChange) });

export type Change = Checked<typeof isChange>;
export type Plan = Checked<typeof isPlan>;
export type Done = Checked<typeof isDone>;
