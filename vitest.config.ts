import { execFileSync } from "node:child_process";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { FILES_WITH_RUNS } from "./testing/runs.ts";

const IS_LONG = Boolean(process.env.TEST_LONG);

/** What loads the machine alternates with what waits: a pair that begins together then shares it well. */
const LONGEST = IS_LONG
  ? [
      "lib/monitoring/simulation.test.ts",
      "worker/watching-each-other.long.ts",
      "deploy/rolling-restarts.long.ts",
      "scripts/hung-processes.long.ts",
      "scripts/fleet.long.ts",
      "deploy/postgres-failover.long.ts",
      "prisma/survival.long.ts",
      "deploy/redis-failover.long.ts",
      "scripts/demo.long.ts",
    ]
  : [
      "worker/start-workers.test.ts",
      "lib/monitoring/simulation.test.ts",
      "worker/start-recurring-jobs.test.ts",
      "lib/platform/thread.test.ts",
      "lib/storage/bucket.test.ts",
      "lib/replay/replay.test.ts",
      "mailin/mail-server.test.ts",
      "lib/configuration/round-trip.test.ts",
      "scripts/admin.test.ts",
    ];

const [ALONE, SHARED, PURE, LONG] = ["alone", "shared", "pure", "long"];

/** The longest files begin first, so that no worker runs alone at the end. */
class LongestFirst extends BaseSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
      // Those that share a process follow one another: it ends when the next file needs another kind.
      const kind = [LONG, ALONE, SHARED, PURE].indexOf(project.name);
      return (kind + 1) * LONGEST.length + (place < 0 ? 0 : place - LONGEST.length);
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const escapeGlob = (file: string) => file.replace(/[()[\]]/g, "\\$&");
const ALONE_TESTS = ["**/*.alone.test.{ts,tsx}"];
const PURE_TESTS = ["**/*.pure.test.{ts,tsx}"];
const EXCLUDED = ["**/node_modules/**", ".next/**", "dist/**", ".data/**", "e2e/**"];
const SEED = "testing/property-seed.ts";

/** The long tests run all of them, because only they have a new seed each time. */
const listPropertyTests = () =>
  execFileSync("git", ["grep", "--untracked", "-lF", 'from "fast-check"', "--", "*.test.ts", "*.test.tsx"], {
    encoding: "utf8",
  })
    .trim()
    .split("\n");

/** A process and a database for each file. */
const isolated: TestProjectInlineConfiguration["test"] = {
  globalSetup: "testing/database.ts",
  setupFiles: [SEED, "testing/setup.ts"],
  // V8 would compile Prisma's WebAssembly a second time, for a process that lives a few seconds: a quarter of its work.
  execArgv: ["--liftoff-only"],
};

const long = (): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    ...isolated,
    name: LONG,
    include: ["**/*.long.ts", ...[...FILES_WITH_RUNS, ...listPropertyTests()].map(escapeGlob)],
    exclude: [...EXCLUDED, ...PURE_TESTS],
  },
});

/** What changes its process in a way that another file would notice, or replaces modules. */
const alone: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...isolated, name: ALONE, include: ALONE_TESTS, exclude: EXCLUDED },
};

/** One after another in the process and the database of a worker. */
const shared: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...isolated,
    name: SHARED,
    include: ["**/*.test.{ts,tsx}"],
    exclude: [...EXCLUDED, ...PURE_TESTS, ...ALONE_TESTS],
    isolate: false,
    setupFiles: [SEED, "testing/setup.ts", "testing/shared-process.ts"],
  },
};

/** The same without a database. */
export const pure: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: PURE,
    include: PURE_TESTS,
    exclude: EXCLUDED,
    isolate: false,
    setupFiles: SEED,
    // Nothing listens there, so that a test which needs a database fails.
    env: { DATABASE_URL: "postgres://127.0.0.1:9/none" },
  },
};

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    projects: IS_LONG ? [long(), pure] : [alone, shared, pure],
    pool: "forks",
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // Many tests wait for a process or a timer, so that four share two processors well. The long ones start many processes.
    maxWorkers: IS_LONG ? 3 : 4,
    // A limit for what hangs, and not for what is slow: the machine may be busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: [
      "default",
      "./testing/slowest-files.ts",
      ...(process.env.TEST_REPORT
        ? [["junit", { outputFile: process.env.TEST_REPORT }] satisfies [string, object]]
        : []),
    ],
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
      SIGN_UP: "",
      REDIS_URL: "",
      RESEND_API_KEY: "",
      SMTP_URL: "",
    },
  },
});
