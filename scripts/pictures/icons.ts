import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { iconSvg } from "@/components/favicon";

type Icon = { file: string; size: number; radius: number };

/** Systems cut the shape of maskable and touch icons themselves. The mark is within their safe zone. */
const ICONS: Icon[] = [
  { file: "icon-192.png", size: 192, radius: 8 },
  { file: "icon-512.png", size: 512, radius: 8 },
  { file: "icon-maskable-512.png", size: 512, radius: 0 },
  { file: "apple-touch-icon.png", size: 180, radius: 0 },
];

/** Draws all icons from the one mark into a folder. */
export async function drawIcons(browser: Browser, folder: string): Promise<void> {
  writeFileSync(path.join(folder, "favicon.svg"), iconSvg("calm"));
  const page = await browser.newPage();
  for (const { file, size, radius } of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${iconSvg("calm", radius)}`,
    );
    await page.screenshot({ path: path.join(folder, file), omitBackground: true });
  }
  await page.close();
}
