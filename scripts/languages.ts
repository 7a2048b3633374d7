import { spawnSync } from "node:child_process";

/** What runs the examples of the documentation, beside Node. */
export const LANGUAGES = ["bash", "curl", "go", "php", "python3", "ruby"];

/** Whether there is no such program on the PATH. */
export const lacks = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0;
