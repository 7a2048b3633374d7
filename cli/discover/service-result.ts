import { constants } from "node:os";
import { SIGNAL_STATUS } from "../exit";

/** How a service ended, in the words that systemd gives to ExecStopPost=. */
type Variables = Partial<Record<string, string>>;

const FAILED = 1;

/** The exit status to report, and what it does not say. What systemd counts as a success is one, whatever its status. */
export function readServiceResult(variables: Variables): { status: number; message: string | null } {
  const { SERVICE_RESULT = "", EXIT_CODE = "", EXIT_STATUS = "" } = variables;
  if (SERVICE_RESULT === "success") return { status: 0, message: null };
  const number = /^\d+$/.test(EXIT_STATUS) ? Number(EXIT_STATUS) : null;
  const signal = constants.signals[`SIG${EXIT_STATUS}` as NodeJS.Signals];
  const status = EXIT_CODE === "exited" ? (number ?? FAILED) : signal ? SIGNAL_STATUS + signal : FAILED;
  return {
    status: status === 0 ? FAILED : status,
    message:
      SERVICE_RESULT in MESSAGES
        ? (MESSAGES[SERVICE_RESULT] ?? null)
        : messageOfOther(SERVICE_RESULT, EXIT_STATUS),
  };
}

const MESSAGES: Record<string, string | null> = {
  "exit-code": null,
  timeout: "systemd stopped it, because it took too long.",
  watchdog: "systemd stopped it, because its watchdog timed out.",
  "oom-kill": "The kernel killed it, because it ran out of memory.",
  "start-limit-hit": "systemd did not start it, because it was started too often.",
  resources: "systemd could not start it, because a required resource was missing.",
};

function messageOfOther(result: string, status: string): string | null {
  if (result === "signal") return `It was killed by SIG${status}.`;
  if (result === "core-dump") return `It crashed with SIG${status}.`;
  return result === "" ? null : `systemd says: ${result}.`;
}
