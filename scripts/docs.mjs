import { launch } from "./launch.mjs";

launch("docs.ts", 0);
