import { expect, test } from "vitest";
import { readGroups, readLinks, writeGroups, writeLinks } from "./page-text";

test("components are read from lines, and written as they were read", () => {
  const text = [
    "Supplier",
    "# Night",
    "Nightly backup = Backup of db = 1 (ab12cd34)",
    "All shops = #shops",
    "# Day",
    "A=b",
  ].join("\n");
  const groups = readGroups(`\n${text.replaceAll("\n", "\r\n\r\n")}\n`);
  expect(groups).toEqual([
    { name: "", components: [{ name: "Supplier" }] },
    {
      name: "Night",
      components: [
        { name: "Nightly backup", snitch: "Backup of db = 1 (ab12cd34)" },
        { name: "All shops", tag: "shops" },
      ],
    },
    { name: "Day", components: [{ name: "A=b" }] },
  ]);
  const components = [
    { groupName: "", name: "Supplier", snitch: null, tag: null },
    {
      groupName: "Night",
      name: "Nightly backup",
      snitch: { name: "Backup of db = 1", token: "ab12cd34" },
      tag: null,
    },
    { groupName: "Night", name: "All shops", snitch: null, tag: "shops" },
    { groupName: "Day", name: "A=b", snitch: null, tag: null },
  ];
  expect(writeGroups(components)).toBe(text);
});

test("what follows a heading of the same name belongs to its group", () => {
  expect(readGroups("# A\none\n# B\ntwo\n# A\nthree")).toMatchObject([
    { name: "A", components: [{ name: "one" }, { name: "three" }] },
    { name: "B", components: [{ name: "two" }] },
  ]);
});

test("links are read from lines", () => {
  const links = [
    { name: "Imprint", url: "https://example.com/?a = b" },
    { name: "Mail", url: "mailto:us@example.com" },
  ];
  expect(readLinks(writeLinks(links))).toEqual(links);
  expect(readLinks("https://example.com")).toEqual([{ name: "", url: "https://example.com" }]);
});
