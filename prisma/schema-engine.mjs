#!/usr/bin/env node
// The program that Prisma's command line starts instead of its native schema engine: see prisma.config.ts.
import { register } from "tsx/esm/api";

process.chdir(`${import.meta.dirname}/..`);
register();
const { serveEngine } = await import("./serve-engine.ts");
await serveEngine(process.argv.slice(2));
