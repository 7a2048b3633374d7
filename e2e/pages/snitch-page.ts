import type { Page } from "@playwright/test";

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

  /** Adds a snitch with this interval, and ends on its set-up page. */
  async add(name: string, interval: "Daily" | "Hourly"): Promise<{ token: string; url: string }> {
    await this.page
      .getByRole("link", { name: /^Add (Your First )?Snitch/ })
      .first()
      .click();
    await this.page.getByLabel("Name").fill(name);
    // The form begins with the kind of the snitch that was added last.
    await this.page.getByRole("radio", { name: "Calendar period" }).check();
    await this.page.getByRole("radio", { name: interval }).check();
    await this.page.getByRole("button", { name: "Add Snitch" }).click();
    await this.page.waitForURL(/\/setup$/);
    const url = await this.checkInUrl();
    return { url, token: url.split("/").at(-1) ?? "" };
  }
}
