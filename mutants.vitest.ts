import { defineConfig } from "vitest/config";
import config, { pure } from "./vitest.config";

/** The pure tests alone: a mutant that only a test with a database kills lives (`npm run mutants -- FILE`). */
const tests = { ...pure, test: { ...pure.test, include: ["lib/**/*.pure.test.ts"] } };

export default defineConfig({ ...config, test: { ...config.test, projects: [tests], reporters: [] } });
