import type { Page } from "@playwright/test";
import { openSettings } from "./settings";

/** The API keys of a case. */
export class ApiKeysPage {
  constructor(private readonly page: Page) {}

  /** Creates a key and returns it: it is shown only once. */
  async create(name: string): Promise<string> {
    await openSettings(this.page, "API Keys");
    await this.page.getByLabel("Name of the new key").fill(name);
    await this.page.getByRole("button", { name: "Create Key" }).click();
    return this.page.getByLabel("API key", { exact: true }).inputValue();
  }
}
