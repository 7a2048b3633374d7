import { isSupportedNode } from "./node-version.mjs";

if (isSupportedNode())
  import("./launch.mjs").then(({ launch }) => launch("../bench/run.ts", { interruptedCode: 130 }));
