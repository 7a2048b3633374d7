import { expect, type Page } from "@playwright/test";

/** What is reached by its key from every page. */
export class CommandMenu {
  constructor(private readonly page: Page) {}

  readonly dialog = () => this.page.getByRole("dialog", { name: /Command menu|Pause a snitch/ });
  readonly option = (name: string | RegExp) => this.page.getByRole("option", { name });

  async open(): Promise<void> {
    await hydrated(this.page);
    await this.page.keyboard.press("Control+k");
    await expect(this.dialog()).toBeVisible();
  }

  /** Types a name, and presses Enter once it is what Enter would choose. */
  async choose(typed: string, name: string | RegExp): Promise<void> {
    await this.page.keyboard.type(typed);
    await expect(this.option(name).and(this.page.locator("[aria-selected=true]"))).toBeVisible();
    await this.page.keyboard.press("Enter");
  }
}

/** Keys are heard once the page’s script has taken it over. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("main h1") ?? {}).some((key) => key.startsWith("__react")),
  );
