import { defineConfig } from "@playwright/test";

/** They begin first, so that no worker runs alone at the end. */
const LONGEST = ["all-pages", "connection", "permissions", "notifying", "traffic"].map(
  (name) => `**/${name}.spec.ts`,
);

/** `npm run e2e` starts Tattle and sets the environment variables. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // Each test has its own account, case and address, so that they share a server. Two at a time leave a third of two processors idle.
  workers: 3,
  // Limits for what hangs, and not for what is slow: the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // The first account of an installation is made once, so its tests run before all others.
  projects: [
    { name: "first account", testMatch: "first-account.setup.ts" },
    { name: "long", testMatch: LONGEST, dependencies: ["first account"] },
    { name: "all", testIgnore: LONGEST, dependencies: ["first account"] },
  ],
  reporter: [["list"], ["junit", { outputFile: process.env.E2E_REPORT ?? "../test-results/report.xml" }]],
  use: {
    baseURL: process.env.APP_URL,
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath: process.env.E2E_HEADLESS_SHELL,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    },
  },
});
