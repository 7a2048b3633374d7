import { answerInput } from "@/lib/platform/answer-input";
import { compareFile } from "./compare-file";

await answerInput(compareFile);
