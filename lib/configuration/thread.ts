import { answerInput } from "@/lib/platform/answer-input";
import { planUploaded, type Upload } from "./plan-uploaded";
import { readSent, type Sent } from "./read-sent";

await answerInput((input: Upload | Sent) => ("body" in input ? readSent(input) : planUploaded(input)));
