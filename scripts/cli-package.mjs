import { launch } from "./launch.mjs";

launch("cli-package.ts", 0);
