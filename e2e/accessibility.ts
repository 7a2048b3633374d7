import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Only violations are reported: axe would describe every element that passes, too. */
const OPTIONS = { resultTypes: ["violations"] };

/** The themes differ in their colours alone, so the other rules are the same in both. */
const RUN = {
  light: OPTIONS,
  dark: { ...OPTIONS, runOnly: ["color-contrast", "link-in-text-block"] },
};

/** Expects that axe finds nothing on the current page, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // It may appear a moment after the page.
  await expect(page).toHaveTitle(/./);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await page.evaluate<AxeResults["violations"]>(
      `axe.run(${JSON.stringify(RUN[colorScheme])}).then(({ violations }) => violations)`,
    );
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** The same on a phone, and then on a desk. */
export async function expectAccessibleAtAnyWidth(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}
