import { spawnSync } from "node:child_process";

/** The programs, alongside Node, that run the examples of the documentation. */
export const LANGUAGES = ["bash", "curl", "go", "php", "python3", "ruby"];

/** True if there is no such program on the PATH. */
export const lacks = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0;
