import fc from "fast-check";

/** A snitch as the API should show it. */
export type ShownSnitch = {
  name: string;
  interval: string;
  alert_type: string;
  tags: string[];
  notes: string;
  alert_email: string[];
  status: string;
};

const tag = fc.constantFrom("a", "b c", "d+e", "€", "f/g", "%41");
const interval = fc.constantFrom("hourly", "2_hour", "daily", "weekly", "monthly");
const attributes = {
  name: fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((name) => name.trim() === name && !name.includes("\0")),
  interval,
  alert_type: fc.constantFrom("basic", "smart"),
  tags: fc.uniqueArray(tag),
  notes: fc.string({ maxLength: 20 }).filter((notes) => !notes.includes("\0")),
  alert_email: fc.uniqueArray(fc.constantFrom("a@example.com", "b@example.com")),
};

const creation = fc.record({
  kind: fc.constant("create"),
  body: fc.record(attributes, { requiredKeys: ["name", "interval"] }),
});

/** One operation of a client or a job. `at` is the index of its snitch among those that exist. */
const step = fc.oneof(
  creation,
  fc.record({
    kind: fc.constant("update"),
    at: fc.nat(2),
    body: fc.record(attributes, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant("add tags"), at: fc.nat(2), tags: fc.array(tag) }),
  fc.record({ kind: fc.constant("remove tag"), at: fc.nat(2), tag }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("pause"),
      at: fc.nat(2),
      until: fc.constantFrom("healthy", "unpaused", "2100-01-01"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("unpause"), at: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("check in"),
      at: fc.nat(2),
      exitStatus: fc.constantFrom("", "0", "1"),
    }),
  },
  fc.record({ kind: fc.constant("list"), tags: fc.uniqueArray(tag, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant("delete"), at: fc.nat(2) }),
);

/** A random sequence of operations. The first one creates a snitch. */
export const operations = fc
  .tuple(creation, fc.array(step, { minLength: 10, maxLength: 40, size: "max" }))
  .map(([first, rest]): Operation[] => [first, ...rest]);

export type Operation = {
  kind: string;
  at?: number;
  body?: Partial<ShownSnitch>;
  tags?: string[];
  tag?: string;
  until?: string;
  exitStatus?: string;
};
