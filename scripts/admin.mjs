import { launch } from "./launch.mjs";

launch("admin", 130);
