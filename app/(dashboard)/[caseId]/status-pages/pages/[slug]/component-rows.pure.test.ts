import fc from "fast-check";
import { expect, test } from "vitest";
import { addTo, formatRows, moveBy, moveTo, parseRows, type Row, toGroups, toRows } from "./component-rows";

const name = fc.string({ unit: "grapheme", minLength: 1 });
const component = fc.record(
  { kind: fc.constant("component" as const), name, id: fc.uuid(), snitch: name, tag: name },
  { requiredKeys: ["kind", "name"] },
);
const rows = fc.array(fc.oneof(fc.record({ kind: fc.constant("group" as const), name }), component), {
  maxLength: 12,
});

/** One letter for each row: capitals are groups. */
const from = (letters: string): Row[] =>
  [...letters].map((letter) => ({
    kind: letter === letter.toUpperCase() ? "group" : "component",
    name: letter,
  }));
const letters = (list: Row[]) => list.map(({ name: letter }) => letter).join("");

test("rows are read as they were, whatever their names", () => {
  fc.assert(
    fc.property(rows, (list) => {
      expect(parseRows(formatRows(list))).toEqual(list);
    }),
  );
});

test("the groups of a page become rows, and the same groups again", () => {
  const groups = [
    { name: "", components: [{ id: "1", name: "Supplier" }] },
    {
      name: "Night",
      components: [
        { id: "2", name: "Backup", snitch: "ab12" },
        { id: "3", name: "Shops", tag: "shops" },
      ],
    },
  ];
  expect(toRows(groups)).toHaveLength(4);
  expect(toGroups(toRows(groups))).toEqual(groups);
  expect(toGroups(from("Aa"))).toEqual([{ name: "A", components: [{ name: "a" }] }]);
});

test("a row is added at the end of its group, and without one at the end of all", () => {
  const rows = from("aBcdEf");
  const heading = rows[1];
  const row: Row = { kind: "component", name: "x" };
  expect(letters(addTo(rows, row, heading))).toBe("aBcdxEf");
  expect(letters(addTo(rows, row))).toBe("aBcdEfx");
});

test("what someone else wrote into the field becomes rows, or nothing", () => {
  expect(parseRows("id=x&group=A&tag=t&component=b&snitch=s&kind=c")).toEqual([
    { kind: "group", name: "A" },
    { kind: "component", name: "b", snitch: "s" },
  ]);
  expect(parseRows("%%%[{")).toEqual([]);
});

test.each([
  ["abc", 0, 1, "bac"],
  ["abc", 2, 1, "abc"],
  ["abc", 0, -1, "abc"],
  ["abc", 2, -1, "acb"],
  // A component passes a heading, into the group above or below.
  ["aBb", 0, 1, "Bab"],
  ["aBb", 2, -1, "abB"],
  // A group passes its neighbor with all that is in it.
  ["AabBcd", 0, 1, "BcdAab"],
  ["AabBcd", 3, -1, "BcdAab"],
  ["aBb", 1, 1, "aBb"],
  // The heading of the first one takes in what is in no group.
  ["abC", 2, -1, "aCb"],
  ["abCc", 2, -1, "aCbc"],
] as const)("in %s the row %i moves by %i", (before, index, by, after) => {
  expect(letters(moveBy(from(before), index, by))).toBe(after);
});

test.each([
  ["abcd", 0, 4, "bcda"],
  ["abcd", 3, 0, "dabc"],
  ["abcd", 1, 1, "abcd"],
  ["abcd", 1, 2, "abcd"],
  ["AabBcdCe", 0, 4, "BcdAabCe"],
  ["AabBcdCe", 6, 1, "CeAabBcd"],
  ["AabBcdCe", 3, 7, "AabCeBcd"],
  ["abCc", 2, 0, "Cabc"],
  ["aBbCc", 3, 0, "CcaBb"],
] as const)("in %s the row %i is dropped before the row %i", (before, index, to, after) => {
  expect(letters(moveTo(from(before), index, to))).toBe(after);
});

test("moving loses no row, and a group that moves changes no group", () => {
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), (list, i, j) => {
      if (list.length === 0) return;
      const [index, to] = [i % list.length, j % (list.length + 1)];
      const moved = moveTo(list, index, to);
      expect(new Set(moved)).toEqual(new Set(list));
      expect(moved).toHaveLength(list.length);
      const groupsIn = (all: Row[]) =>
        toGroups(all)
          .map((group) => JSON.stringify(group))
          .sort();
      if (list[0]?.kind === "group" && list[index]?.kind === "group")
        expect(groupsIn(moved)).toEqual(groupsIn(list));
    }),
  );
});
