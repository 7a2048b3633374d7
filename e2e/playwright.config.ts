import { defineConfig } from "@playwright/test";

/** Runs against processes that are already running: `npm run e2e` starts them. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: process.env.E2E_REPORT ?? "../test-results/report.json" }]],
  use: {
    baseURL: process.env.APP_URL,
    launchOptions: {
      executablePath: process.env.E2E_CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    },
  },
});
