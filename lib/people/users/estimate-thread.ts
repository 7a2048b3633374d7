import { handleQuestions } from "@/lib/platform/handle-questions";
import { estimate } from "./estimate-password";

handleQuestions(({ password, parts }: { password: string; parts: string[] }) => estimate(password, parts));
