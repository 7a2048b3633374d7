import { launch } from "./launch.mjs";

launch("demo.ts", 0);
