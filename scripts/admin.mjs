import { isSupportedNode } from "./node-version.mjs";

if (isSupportedNode())
  import("./launch.mjs").then(({ launch }) => launch("admin.ts", { withDotEnv: true, interruptedCode: 130 }));
