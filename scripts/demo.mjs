import { isSupportedNode } from "./node-version.mjs";

if (isSupportedNode()) import("./launch.mjs").then(({ launch }) => launch("demo.ts"));
