import path from "node:path";
import { afterAll, beforeAll, inject } from "vitest";

/** During the tests of a file, threads are compiled, as in production: to compile each one anew takes most of its time. */
export function compileThreads(): void {
  const { TATTLE_COMPILED } = process.env;
  beforeAll(() => {
    process.env.TATTLE_COMPILED = path.relative(process.cwd(), inject("compiled"));
  });
  afterAll(() => {
    if (TATTLE_COMPILED === undefined) delete process.env.TATTLE_COMPILED;
    else process.env.TATTLE_COMPILED = TATTLE_COMPILED;
  });
}
