import { launch } from "./launch.mjs";

launch("supervise.ts", 0);
