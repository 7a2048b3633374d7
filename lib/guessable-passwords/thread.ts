import { answerQuestions } from "@/lib/platform/answer-questions";
import { estimate } from "./estimate";

answerQuestions(({ password, words }: { password: string; words: string[] }) => estimate(password, words));
