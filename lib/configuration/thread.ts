import { handleInput } from "@/lib/platform/handle-input";
import { compareFile } from "./compare-file";

await handleInput(compareFile);
