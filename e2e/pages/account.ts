import { expect, type Page } from "@playwright/test";

/** The person's own account. */
export class Account {
  constructor(
    private readonly page: Page,
    readonly email: string,
    readonly password: string,
  ) {}

  async signUp(): Promise<void> {
    await this.page.goto("/sign-up");
    await this.page.getByLabel("E-mail").fill(this.email);
    await this.page.getByLabel("Password").fill(this.password);
    await this.page.getByRole("button", { name: "Create Account" }).click();
    await expect(this.page.getByRole("heading", { level: 1, name: "Monitor your first job" })).toBeVisible();
  }

  /** Signs in, on the way to a page that needs it if one is given. */
  async signIn(path = "/sign-in"): Promise<void> {
    await this.page.goto(path);
    await this.page.getByLabel("E-mail").fill(this.email);
    await this.page.getByLabel("Password").fill(this.password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }
}
