import { writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";

const README = { width: 1280, height: 900 };
/** The size of the picture on the front page, which `app/(site)/product-picture.tsx` repeats. */
const FRONT_PAGE = { width: 1280, height: 760 };

type User = { email: string; password: string };

/** Takes the pictures of README and of the front page, of the case at this address. */
export async function takeScreenshots(browser: Browser, home: string, user: User): Promise<void> {
  const context = await browser.newContext({
    viewport: README,
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await signIn(page, home, user);
  await page.getByRole("button", { name: "Hide the first steps" }).click();
  await page.getByRole("region", { name: "Getting started" }).waitFor({ state: "detached" });

  await look(page, home, "light");
  await page.screenshot({ path: "docs/list.png" });
  const snitch = await page.getByRole("link", { name: "Card charges" }).first().getAttribute("href");

  await look(page, new URL(snitch ?? "", home).href, "dark");
  await page.screenshot({ path: "docs/snitch.png" });

  await look(page, `${home}/incidents`, "light");
  await page.screenshot({ path: "docs/incidents.png" });

  await page.setViewportSize(FRONT_PAGE);
  for (const theme of ["light", "dark"] as const) {
    await look(page, home, theme);
    writeFileSync(`public/product-${theme}.webp`, await asWebp(browser, await page.screenshot()));
  }
  await context.close();
}

async function signIn(page: Page, home: string, { email, password }: User): Promise<void> {
  await page.goto(`${new URL(home).origin}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Snitches" }).waitFor();
}

/** Opens a page in a theme, with its fonts. */
async function look(page: Page, url: string, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** The same picture as WebP, a third of the size. Playwright writes no WebP, but Chromium's canvas does. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.9);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
