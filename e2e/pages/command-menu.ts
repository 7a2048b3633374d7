import { expect, type Locator, type Page } from "@playwright/test";

/** The command menu. */
export class CommandMenu {
  constructor(private readonly page: Page) {}

  readonly dialog = () => this.page.getByRole("dialog", { name: /Command menu|(Pause|Snooze) a snitch/ });
  readonly option = (name: string | RegExp) => this.page.getByRole("option", { name });

  async open(): Promise<void> {
    await hydrated(this.page);
    // A page may listen some time after it is hydrated.
    await expect(async () => {
      if (!(await this.dialog().isVisible())) await this.page.keyboard.press("Control+k");
      await expect(this.dialog()).toBeVisible({ timeout: 2_000 });
    }).toPass();
  }

  /** Types a name, and presses Enter once the match is selected. */
  async choose(typed: string, name: string | RegExp): Promise<void> {
    await this.page.keyboard.type(typed);
    await expect(this.option(name).and(this.page.locator("[aria-selected=true]"))).toBeVisible();
    await this.page.keyboard.press("Enter");
  }
}

/** Shortcuts work once the page is hydrated. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("main h1") ?? {}).some((key) => key.startsWith("__react")),
  );

/** Presses a key that moves the focus there, again if no one listened yet: a page may listen some time after it is hydrated. */
export const pressToFocus = (page: Page, key: string, target: Locator) =>
  expect(async () => {
    const isFocused = (elements: Element[]) => elements.includes(document.activeElement as Element);
    if (!(await target.evaluateAll(isFocused))) await page.keyboard.press(key);
    await expect(target).toBeFocused({ timeout: 1_000 });
  }).toPass();
