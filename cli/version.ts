// Named, so that the bundle has not all of the file.
import { version } from "@/package.json";

/** The version of the program, which is that of the server it was built with. */
export const VERSION: string = version;
