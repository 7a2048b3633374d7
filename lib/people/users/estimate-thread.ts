import { answerQuestions } from "@/lib/platform/answer-questions";
import { estimate } from "./estimate-password";

answerQuestions(({ password, words }: { password: string; words: string[] }) => estimate(password, words));
