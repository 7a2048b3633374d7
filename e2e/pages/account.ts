import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** The person's own account. */
export class Account {
  constructor(
    private readonly page: Page,
    readonly email: string,
    readonly password: string,
  ) {}

  async signUp(): Promise<void> {
    await this.page.goto("/sign-up");
    await this.page.getByLabel("Email").fill(this.email);
    await this.page.getByLabel("Password").fill(this.password);
    await this.page.getByRole("button", { name: "Create Account" }).click();
    await this.expectFirstPage();
  }

  /** Signs up with the requests of a browser without scripts, which take less time, and opens the page of the new case. */
  async signUpByRequest(): Promise<void> {
    const { email, password } = this;
    const response = await signUpByRequest(this.page.request, { email, password });
    expect(response.status()).toBe(303);
    await this.page.goto(response.headers().location ?? "");
    await this.expectFirstPage();
  }

  private expectFirstPage = () =>
    expect(this.page.getByRole("heading", { level: 1, name: "Monitor your first job" })).toBeVisible();

  /** Signs in, here or on another page of a browser; first opens a path that needs it, if one is given. */
  async signIn(path = "/sign-in", page = this.page): Promise<void> {
    await page.goto(path);
    await page.getByLabel("Email").fill(this.email);
    await page.getByLabel("Password").fill(this.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
  }
}

/** Sends the form to sign up as a browser without scripts does. Returns the response. */
export async function signUpByRequest(request: APIRequestContext, fields: Record<string, string>) {
  const page = await request.get("/sign-up");
  return request.post("/sign-up", {
    multipart: { ...hiddenFields(await page.text()), ...fields },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
}

/** The hidden fields of a form, which name the action that it submits to. */
function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g);
  return Object.fromEntries(
    [...inputs].map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')]),
  );
}
