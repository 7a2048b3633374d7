import { launch } from "./launch.mjs";

launch("../bench/run.ts", 130);
