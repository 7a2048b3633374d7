import { expectAccessible } from "./accessibility";
import { FakeGitHub } from "./fake-github";
import { expect, test } from "./fixtures";
import { signUpByRequest } from "./pages/account";

const CODE = "abcd-efgh-jkmn";
const github = new FakeGitHub();
test.beforeAll(() => github.open());
test.afterAll(() => github.close());

test("a person creates the first account with GitHub only after typing the set-up code", async ({
  page,
  world,
}) => {
  const code = (await world.setUpCode()) ?? "";
  expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
  const email = "first@example.com";
  github.person = { id: 7, emails: [{ email, primary: true, verified: true }] };

  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Type the set-up code first" })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Set-up code").fill("a guess");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByText("Set-up code is incorrect.")).toBeVisible();
  await page.getByLabel("Set-up code").fill(code);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
  expect((await page.goto("/operator"))?.status()).toBe(200);
  expect(await world.setUpCode()).toBeUndefined();
});

test("a person creates the first account with a password and the set-up code", async ({ page, world }) => {
  await world.forgetEveryone(CODE);
  await page.goto("/sign-up");
  await expect(page.getByText("npm run admin -- setup-code")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill("first@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Set-up code can’t be blank.")).toBeVisible();

  await page.getByLabel("Set-up code").fill(CODE.toUpperCase());
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
  expect((await page.goto("/operator"))?.status()).toBe(200);
});

test("the link that npm start shows fills the code in, also after a stranger behind the same proxy has guessed often", async ({
  page,
  world,
}) => {
  await world.forgetEveryone(CODE);
  for (let i = 0; i < 101; i++) {
    const guess = { email: "eve@example.com", password: "correct horse battery", setUpCode: `guess ${i}` };
    expect((await signUpByRequest(page.request, guess)).status()).toBe(200);
  }

  await page.goto(`/sign-up?code=${CODE}`);
  await expect(page.getByLabel("Set-up code")).toHaveValue(CODE);
  await page.getByLabel("Email").fill("first@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitor your first job");
});
