import { addRun } from "./commands/add-run";
import { runProgram } from "./program";

// What each command needs is loaded when it is run, and of the others `run` loads nothing, so that it begins soon.
runProgram("tattle", async (program, setStatus, args) => {
  program.description("Runs jobs, reports them to Tattle, and shows their status.").enablePositionalOptions();
  addRun(program, setStatus);
  if (args[0] !== "run") (await import("./commands/add-others")).addOthers(program, setStatus);
});
