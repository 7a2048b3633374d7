import { isSupportedNode } from "./node-version.mjs";

// Tests take nothing from `.env`: that file is about the running service.
if (isSupportedNode())
  import("./launch.mjs").then(({ launch }) => launch("tests.ts", { interruptedCode: 130 }));
