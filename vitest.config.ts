import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { listPureTests } from "./lib/testing/pure-tests.ts";

/** What loads the machine alternates with what waits: a pair that begins together then shares it well. */
const LONGEST = [
  "lib/monitoring/simulation.test.ts",
  "worker/crash.test.ts",
  "worker/downtime.test.ts",
  "checkin/crash.test.ts",
  "worker/queue-outage.test.ts",
  "worker/watching-each-other.slow.ts",
  "deploy/rolling-restarts.slow.ts",
  "scripts/hung-processes.slow.ts",
  "scripts/fleet.slow.ts",
  "deploy/postgres-failover.slow.ts",
  "prisma/survival.slow.ts",
  "deploy/redis-failover.slow.ts",
  "scripts/demo.slow.ts",
];

const SLOW = process.env.SLOW ? "slow" : "";
const PURE = "pure";

/** The longest files begin first, and the short ones end last, so that no worker runs alone at the end. */
class LongestFirst extends BaseSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
      if (place >= 0) return place;
      // One after another, so that the next finds the process of the one before.
      return LONGEST.length + (project.name === PURE ? 1 : 0);
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Tests of pure rules run many in a process. */
const pureTests = listPureTests().map((file) => file.replace(/[()[\]]/g, "\\$&"));
const EXCLUDED = ["**/node_modules/**", ".next/**", "dist/**", ".data/**", "e2e/**"];
const SEED = "lib/testing/property-seed.ts";

const withDatabase: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: SLOW || "parts",
    // The slow ones take the whole machine: `npm test` runs them by themselves, after the others.
    include: [SLOW ? "**/*.slow.ts" : "**/*.test.{ts,tsx}"],
    exclude: [...EXCLUDED, ...pureTests],
    globalSetup: "lib/testing/database.ts",
    setupFiles: [SEED, "lib/testing/setup.ts"],
  },
};

const withoutDatabase: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: PURE,
    include: pureTests,
    isolate: false,
    setupFiles: SEED,
    // Nothing listens there, so that a test which needs a database fails.
    env: { DATABASE_URL: "postgres://127.0.0.1:9/none" },
  },
};

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    projects: SLOW ? [withDatabase] : [withDatabase, withoutDatabase],
    pool: "forks",
    // V8 would compile Prisma's WebAssembly a second time, for a process that lives a few seconds: a quarter of its work.
    execArgv: ["--liftoff-only"],
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a process or a timer, so that three share two processors well.
    maxWorkers: 3,
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
