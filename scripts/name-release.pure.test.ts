import { expect, test } from "vitest";
import { nameRelease } from "./name-release";

const one = {
  version: "1.2.3",
  commit: "0123456789abcdef0123456789abcdef01234567",
  tags: ["v1.2.3"],
  changelog: "# Changelog\n\n## 1.2.3 - 2026-11-26\n\n## 1.2.2 - 2026-11-01\n",
  platform: "linux-x64",
};

test("the commit with the tag of its version has the version's name", () => {
  expect(nameRelease(one)).toBe("tattle-1.2.3-linux-x64");
  expect(nameRelease({ ...one, tags: ["latest", "v1.2.3"] })).toBe("tattle-1.2.3-linux-x64");
});

test.each([[[]], [["v1.2.2"]], [["1.2.3"]], [["v1.2.30"]]])(
  "with the tags %j, the name says which commit it is",
  (tags) => {
    expect(nameRelease({ ...one, tags })).toBe("tattle-1.2.3-0123456789ab-linux-x64");
  },
);

test.each(["## 1.2.3", "## Unreleased", "## 1.2.3 - soon", "## 1.2.30 - 2026-11-26"])(
  "nothing is released under a heading such as “%s”",
  (heading) => {
    expect(() => nameRelease({ ...one, changelog: `${heading}\n` })).toThrow(
      "CHANGELOG.md has no section “## 1.2.3 - YYYY-MM-DD”.",
    );
  },
);
