import { launch } from "./launch.mjs";

launch("demo", 0);
