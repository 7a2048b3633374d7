import { launch } from "./launch.mjs";

launch("admin.ts", 130);
