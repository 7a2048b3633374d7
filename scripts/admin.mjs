import { isSupportedNode } from "./node-version.mjs";

if (isSupportedNode())
  import("./launch.mjs").then(({ launch }) => launch("admin", { withDotEnv: true, interruptedCode: 130 }));
