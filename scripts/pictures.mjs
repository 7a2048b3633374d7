import { launch } from "./launch.mjs";

launch("pictures.ts", 130);
