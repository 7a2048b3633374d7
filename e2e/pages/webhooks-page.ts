import { expect, type Page } from "@playwright/test";
import { openSettings } from "./settings";

/** The webhooks of a case. */
export class WebhooksPage {
  constructor(private readonly page: Page) {}

  readonly secret = () => this.page.getByLabel("Signing secret").and(this.page.locator("input"));

  /** Adds a webhook and returns its signing secret. */
  async add(url: string): Promise<string> {
    await openSettings(this.page, "Channels");
    await this.page.getByRole("link", { name: "Add Channel" }).click();
    await this.page.getByRole("link", { name: /^Webhook/ }).click();
    await this.page.getByLabel("URL", { exact: true }).fill(url);
    await this.page.getByRole("button", { name: "Add Channel" }).click();
    await expect(this.secret()).toHaveValue(/^whsec_/);
    return this.secret().inputValue();
  }
}
