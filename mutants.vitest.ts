import { defineConfig } from "vitest/config";
import config, { pure } from "./vitest.config";

/** The pure tests of the rules alone: a mutant that only a test with a database kills lives (`npm run mutants -- FILE`). */
const rules = { ...pure, test: { ...pure.test, include: ["lib/rules/**/*.pure.test.ts"] } };

export default defineConfig({ ...config, test: { ...config.test, projects: [rules], reporters: [] } });
