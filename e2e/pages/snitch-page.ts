import { expect, type Page } from "@playwright/test";

/** The parts of its settings. */
type Section =
  | "Name"
  | "Schedule"
  | "Alerts"
  | "Reminders"
  | "Runs"
  | "Keyword filters"
  | "Tags, environment, link and notes"
  | "Dismissed suggestions";

/** The pages of one snitch. */
export class SnitchPage {
  constructor(private readonly page: Page) {}

  readonly tab = (name: "Overview" | "Activity" | "Runs" | "Settings") =>
    this.page.getByRole("navigation", { name: "Snitch" }).getByRole("link", { name });
  readonly kind = (name: string) =>
    this.page.getByRole("navigation", { name: "Kinds of activity" }).getByRole("link", { name });
  readonly entries = () => this.page.getByRole("region", { name: "Activity" }).getByRole("listitem");
  readonly mute = () => this.page.getByRole("button", { name: /^(Snooze|Pause|Snooze or Pause)$/ });
  readonly status = () => this.page.getByRole("status", { name: "Status" });
  readonly checkInUrl = () => this.page.getByLabel("Check-in URL", { exact: true }).inputValue();

  readonly section = (title: Section) => this.page.getByRole("region", { name: title, exact: true });
  readonly saveButton = () => this.page.getByRole("button", { name: "Save", exact: true });

  /** Opens the form of a section of its settings. `url`: that of the snitch. */
  async edit(url: string, title: Section): Promise<void> {
    await this.page.goto(`${url}/settings`);
    await this.page.getByRole("link", { name: `Edit ${title}`, exact: true }).click();
    await expect(this.saveButton()).toBeVisible();
  }

  /** Saves the form of a section, which becomes a row again. */
  async save(): Promise<void> {
    await this.saveButton().click();
    await expect(this.saveButton()).toHaveCount(0);
  }

  /** Adds a snitch with this interval, and ends on its set-up page. */
  async add(name: string, interval: "Daily" | "Hourly"): Promise<{ token: string; url: string }> {
    await this.page
      .getByRole("link", { name: /^Add (Your First )?Snitch/ })
      .first()
      .click();
    await this.page.getByLabel("Name").fill(name);
    await this.page.getByLabel("When does it run?").fill(interval.toLowerCase());
    await this.page.getByRole("button", { name: "Add Snitch" }).click();
    await this.page.waitForURL(/\/setup$/);
    const url = await this.checkInUrl();
    return { url, token: url.split("/").at(-1) ?? "" };
  }
}
