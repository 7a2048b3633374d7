import { launch } from "./launch.mjs";

launch("release.ts", 0);
