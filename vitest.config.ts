import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONGEST = [
  "lib/monitoring/simulation.test.ts",
  "worker/crash.test.ts",
  "worker/downtime.test.ts",
  "checkin/crash.test.ts",
  "worker/queue-outage.test.ts",
  "worker/watching-each-other.slow.ts",
  "worker/watching-each-other.slow.ts",
  "scripts/hung-processes.slow.ts",
  "deploy/rolling-restarts.slow.ts",
  "scripts/fleet.slow.ts",
  "prisma/survival.slow.ts",
  "deploy/rolling-restarts.slow.ts",
  "deploy/postgres-failover.slow.ts",
];

/** The longest files begin first, so that one worker does not run alone at the end. */
class LongestFirst extends BaseSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // The slow ones take the whole machine: `npm test` runs them by themselves, after the others.
    include: [process.env.SLOW ? "**/*.slow.ts" : "**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", ".next/**", "dist/**", ".data/**", "e2e/**"],
    globalSetup: "lib/testing/database.ts",
    setupFiles: "lib/testing/setup.ts",
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a process or a timer, so that three share two processors well. Slow ones load them fully.
    maxWorkers: process.env.SLOW ? 2 : 3,
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
