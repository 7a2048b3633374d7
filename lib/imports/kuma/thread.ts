import { answerInput } from "@/lib/platform/answer-input";
import { readKumaFile } from "./read-file";

await answerInput(readKumaFile);
