import { launch } from "./launch.mjs";

launch(process.argv.includes("--dev") ? "supervise.ts" : "supervise", 0);
