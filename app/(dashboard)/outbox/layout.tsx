export { SessionShell as default } from "../session-shell";
