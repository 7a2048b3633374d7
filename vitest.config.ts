import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // The slow ones take the whole machine: `npm test` runs them by themselves, after the others.
    include: [process.env.SLOW ? "**/*.slow.ts" : "**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", ".next/**", "dist/**", ".data/**", "e2e/**"],
    globalSetup: "lib/testing/database.ts",
    setupFiles: "lib/testing/setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    env: {
      APP_URL: "http://localhost:3000",
      CHECK_IN_URL: "http://localhost:3001",
      AUTH_SECRET: "only-the-tests-sign-with-this-secret",
      NEXTAUTH_SECRET: "only-the-tests-sign-with-this-secret",
      NEXTAUTH_URL: "http://localhost:3000",
      DATA_DIR: ".data/test",
      LOG_LEVEL: "silent",
      // Targets of the tests listen on loopback.
      ALLOW_PRIVATE_TARGETS: "on",
      // Whatever the machine has set, tests begin from the defaults.
      REDIS_URL: "",
      RESEND_API_KEY: "",
      SMTP_URL: "",
    },
  },
});
