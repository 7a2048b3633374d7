import { launch } from "./launch.mjs";

launch("tests.ts", 130);
