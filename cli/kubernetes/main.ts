import { runProgram } from "../program";
import { addKubernetes } from "./command";

runProgram("tattle-kubernetes", addKubernetes);
