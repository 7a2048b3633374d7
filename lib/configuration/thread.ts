import { answerInput } from "@/lib/platform/answer-input";
import { planUploaded } from "./plan-uploaded";

await answerInput(planUploaded);
