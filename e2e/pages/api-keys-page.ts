import type { Page } from "@playwright/test";

/** What a person does about a case's API keys. */
export class ApiKeysPage {
  constructor(private readonly page: Page) {}

  /** Makes a key, which is shown only now. */
  async create(name: string): Promise<string> {
    await this.page.getByRole("link", { name: "API Keys" }).click();
    await this.page.getByLabel("Name of the new key").fill(name);
    await this.page.getByRole("button", { name: "Create Key" }).click();
    return this.page.getByLabel("API key", { exact: true }).inputValue();
  }
}
