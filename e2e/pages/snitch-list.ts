import type { Page } from "@playwright/test";

/** The list of snitches. */
export class SnitchList {
  constructor(private readonly page: Page) {}

  readonly rows = () => this.page.getByRole("table", { name: "Snitches" }).getByRole("row");
  readonly row = (name: string) =>
    this.rows().filter({ has: this.page.getByRole("link", { name, exact: true }) });
  readonly names = () =>
    this.rows()
      .filter({ has: this.page.getByRole("cell") })
      .getByRole("link")
      .allTextContents();
  readonly heading = (name: string) => this.rows().getByRole("columnheader", { name });
  readonly search = () => this.page.getByRole("searchbox", { name: "Search snitches" });
  readonly select = (name: string) =>
    this.page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
  readonly toolbar = () => this.page.getByRole("toolbar", { name: "Selected snitches" });
  /** Opens a dialog for the selected snitches. */
  readonly edit = async (item: string) => {
    await this.toolbar().getByRole("button", { name: "Edit…" }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  };
  /** Opens the menu of the order, groups and columns, or that of the tags. */
  readonly unfold = (menu: "Display" | "Filter") => this.page.locator("summary", { hasText: menu }).click();
  readonly favicon = () => this.page.locator('link[rel="icon"]').last().getAttribute("href");
}
