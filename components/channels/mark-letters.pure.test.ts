import { expect, test } from "vitest";
import { ALL_KINDS } from "@/lib/channel-kinds/find";
import { markLetters } from "./mark-letters";

test.each([
  ["PagerDuty", "PD"],
  ["Google Chat", "GC"],
  ["Slack", "Sl"],
  ["ntfy", "nt"],
])("the mark of %s is %s", (label, letters) => {
  expect(markLetters(label)).toBe(letters);
});

/** The relative luminance of a color, by https://www.w3.org/TR/WCAG22/#dfn-relative-luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(ALL_KINDS)("white letters are readable on the color of $label", ({ color }) => {
  expect(color).toMatch(/^#[0-9a-f]{6}$/);
  expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThanOrEqual(4.5);
});
