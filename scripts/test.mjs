import { launch } from "./launch.mjs";

launch("../lib/testing/run-all.ts", 130);
