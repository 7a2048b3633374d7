import { launch } from "./launch.mjs";

launch("image.ts", 0);
