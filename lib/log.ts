import pino from "pino";
import { env } from "./env";

/** Structured lines on standard output. Never give it a secret: log ids. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: { process: process.env.TATTLE_PROCESS ?? "web" },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});
