import { isSupportedNode } from "./node-version.mjs";

// Imported only now, because an old Node could not even read it.
if (isSupportedNode())
  import("./launch.mjs").then(({ launch }) => launch("supervise.ts", { withDotEnv: true }));
