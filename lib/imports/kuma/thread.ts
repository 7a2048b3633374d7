import { handleInput } from "@/lib/platform/handle-input";
import { readKumaFile } from "./read-file";

await handleInput(readKumaFile);
