import { isSame, type Json } from "./file-input";

/** An attribute of a change. `before` is null for what is created, and `after` for what is removed. */
export type AttributeChange = { attribute: string; before: Json; after: Json };

/** What becomes of a part of a case. */
export type Action = "create" | "change" | "remove" | "unchanged";

/** The planned change, in file order, and its name for people. */
export const RESOURCES = {
  settings: "settings of the case",
  escalation: "escalation",
  policies: "escalation policies",
  channel: "channel",
  snitch: "snitch",
  maintenance: "maintenance",
  page: "status page",
  badge: "badge",
};

export type Resource = keyof typeof RESOURCES;

/** One line of a plan, with its details. It contains no secret. */
export type Change = {
  action: Action;
  resource: Resource;
  /** Empty for what a case has once. */
  key: string;
  name: string;
  attributes: AttributeChange[];
};

type Attributes = Record<string, Json>;

/** The attributes that differ, in the order of `after`. */
export const changesBetween = (before: Attributes, after: Attributes): AttributeChange[] =>
  Object.keys(after).flatMap((attribute) => {
    const [from = null, to = null] = [before[attribute], after[attribute]];
    return isSame(from, to) ? [] : [{ attribute, before: from, after: to }];
  });

/** A new entry's attributes that differ from their defaults. */
export const attributesGiven = (defaults: Attributes, after: Attributes): AttributeChange[] =>
  changesBetween(defaults, after).map((change) => ({ ...change, before: null }));

/** Whether anything is done. */
export const isChange = ({ action }: Change): boolean => action !== "unchanged";
