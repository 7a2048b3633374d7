import type { z } from "zod";

/** A setting of something that is stored: how it is sent, stored, shown and logged. */
export type Setting<Property extends string, Input extends z.ZodType, Value, Attribute> = {
  /** Its property of what is stored. */
  property: Property;
  /** What clients and files send. */
  input: Input;
  /** As it is stored. */
  default: Value;
  /** What clients and files read, if that is not what is stored. */
  encode?(value: NoInfer<Value>): Attribute;
  /** What an input makes of the stored value. Null is the default. */
  decode?(input: Exclude<z.output<Input>, undefined>, current: Value): Value | null;
  /** What the audit log stores it as, if not under its name. */
  logName?: string;
  /** The value as the audit log stores it, if not as it is. */
  fact?(value: NoInfer<Value>): Fact;
};

type Fact = string | string[] | null;

/** A duration as the audit log stores it. */
export const inSeconds = (seconds: number | null): Fact => (seconds === null ? null : `${seconds} seconds`);

/** Settings by their names. */
type Rows<Row = Setting<string, z.ZodType, unknown, unknown>> = Record<string, Row>;

type InputOf<Some extends Rows> = { [Name in keyof Some]?: z.output<Some[Name]["input"]> | undefined };

export type ColumnsOf<Some extends Rows> = {
  [Name in keyof Some as Some[Name]["property"]]: Some[Name]["default"];
};

export type AttributesOf<Some extends Rows> = {
  [Name in keyof Some]: ReturnType<NonNullable<Some[Name]["encode"]>>;
};

/** Any values of the properties: a row of the database has wider types. */
export type StoredOf<Some extends Rows> = { [Property in keyof ColumnsOf<Some>]: unknown };

export const mapRows = <Row, Value>(rows: Rows<Row>, map: (row: Row, name: string) => [string, Value]) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => map(row, name)));

export const inputsOf = <Some extends Rows>(rows: Some) =>
  mapRows(rows, ({ input }, name) => [name, input]) as { [Name in keyof Some]: Some[Name]["input"] };

export const outputsOf = <Some extends Rows<{ output: z.ZodType }>>(rows: Some) =>
  mapRows(rows, ({ output }, name) => [name, output]) as { [Name in keyof Some]: Some[Name]["output"] };

export const defaultsOf = <Some extends Rows>(rows: Some) =>
  mapRows(rows, (row) => [row.property, row.default]) as ColumnsOf<Some>;

/** What an input makes of stored settings: what is absent stays, and null is the default. */
export const applyInput = <Some extends Rows>(
  rows: Some,
  input: InputOf<Some>,
  current: ColumnsOf<Some>,
): ColumnsOf<Some> =>
  mapRows(rows, ({ property, decode, ...row }, name) => {
    const before = (current as Record<string, unknown>)[property];
    const value: unknown = input[name];
    if (value === undefined) return [property, before];
    return [property, (decode ? decode(value, before) : value) ?? row.default];
  }) as ColumnsOf<Some>;

/** Stored settings as clients and files read them. */
export const attributesOf = <Some extends Rows>(rows: Some, columns: StoredOf<Some>) =>
  mapRows(rows, ({ property, encode }, name) => {
    const value = (columns as Record<string, unknown>)[property];
    return [name, encode ? encode(value) : value];
  }) as AttributesOf<Some>;

/** Stored settings as the audit log stores them. */
export const factsOf = <Some extends Rows>(rows: Some, columns: StoredOf<Some>): Record<string, Fact> =>
  mapRows(rows, ({ property, fact, logName }, name) => {
    const value = (columns as Record<string, unknown>)[property];
    return [logName ?? name, fact ? fact(value) : (value as Fact)];
  });
