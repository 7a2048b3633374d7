import { isSupportedNode } from "./node-version.mjs";

const supervise = process.argv.includes("--dev") ? "supervise.ts" : "supervise";

// Imported only now, because an old Node could not even read it.
if (isSupportedNode()) import("./launch.mjs").then(({ launch }) => launch(supervise, { withDotEnv: true }));
