import { type Is, isAny, isList, isNumber, isObject, isOptional, isText } from "./parse-response";

/** What the API says about a plan, as far as it is shown. */
export type Change = {
  action: string;
  kind: string;
  key: string;
  name: string;
  fields: { name: string; before: unknown; after: unknown }[];
  replay?: { alerts_90d: { before: number; after: number } } | null | undefined;
};

type Summary = { create: number; update: number; delete: number; unchanged: number };

export type Plan = {
  digest: string;
  summary: Summary;
  changes: Change[];
  missing_secrets: string[];
  warnings: string[];
};

const isChange: Is<Change> = isObject({
  action: isText,
  kind: isText,
  key: isText,
  name: isText,
  fields: isList(isObject({ name: isText, before: isAny, after: isAny })),
  replay: isOptional(isObject({ alerts_90d: isObject({ before: isNumber, after: isNumber }) })),
});

const isSummary: Is<Summary> = isObject({
  create: isNumber,
  update: isNumber,
  delete: isNumber,
  unchanged: isNumber,
});

export const isPlan: Is<Plan> = isObject({
  digest: isText,
  summary: isSummary,
  changes: isList(isChange),
  missing_secrets: isList(isText),
  warnings: isList(isText),
});

export type Done = Record<"done", Change[]>;

export const isDone: Is<Done> = isObject({ done: isList(isChange) });
