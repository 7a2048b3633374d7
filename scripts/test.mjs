import { launch } from "./launch.mjs";

launch("../testing/run-all.ts", 130);
