import { type Job, lineOf, type Pod, type PodContainer } from "./objects";

/** Why a Job failed, in a line, the exit status if a container had one, and the container whose log says more. */
export type Failure = {
  message: string;
  exitStatus: number | null;
  log: { pod: string; container: string } | null;
};

const MAX_MESSAGE_CHARACTERS = 240;
/** Why a container cannot start, as the kubelet says it. */
const CANNOT_START =
  /^(ImagePullBackOff|ErrImagePull|ErrImageNeverPull|InvalidImageName|CreateContainerConfigError|CreateContainerError|RunContainerError|CrashLoopBackOff)$/;

const hasFailed = ({ exitStatus, reason }: PodContainer) =>
  (exitStatus !== null && exitStatus !== 0) || CANNOT_START.test(reason);

/** The pod of the last attempt, and its container that failed: the first, because those after it waited for it or were stopped. */
function findCulprit(pods: Pod[]): { pod: Pod; container: PodContainer | null } | null {
  const [pod] = pods
    .filter(({ reason, containers }) => reason !== "" || containers.some(hasFailed))
    .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  return pod ? { pod, container: pod.containers.find(hasFailed) ?? null } : null;
}

/** Why a container of these pods cannot start yet, while the Job waits; null if none is known. */
export function describeWaiting(pods: Pod[]): string | null {
  const culprit = findCulprit(pods);
  return culprit?.container?.exitStatus === null ? describeContainer(culprit.container) : null;
}

export function describeFailure(job: Job, pods: Pod[], waited: string | null = null): Failure {
  const culprit = findCulprit(pods);
  const parts = [
    culprit ? describePod(culprit.pod, culprit.container) : "",
    describeEnd(job),
    !culprit && waited ? `Before that, it waited: ${waited}` : "",
  ];
  const status = culprit?.container?.exitStatus ?? null;
  return {
    message: lineOf(parts.filter(Boolean).join(" "), MAX_MESSAGE_CHARACTERS),
    exitStatus: status !== null && status >= 1 && status <= 255 ? status : null,
    log:
      culprit?.container && status !== null
        ? { pod: culprit.pod.name, container: culprit.container.name }
        : null,
  };
}

function describePod({ reason, message }: Pod, container: PodContainer | null): string {
  // The pod's own reason, such as Evicted, explains how its containers ended.
  if (reason === "Evicted" || !container) return [`${reason}:`, message || "no message."].join(" ");
  return describeContainer(container);
}

function describeContainer({ name, reason, message, exitStatus, memoryLimit }: PodContainer): string {
  if (reason === "OOMKilled")
    return `OOMKilled: ${name} used more memory than ${memoryLimit ? `its limit of ${memoryLimit}` : "the node had"} (exit status ${exitStatus}).`;
  if (exitStatus !== null) return `${name} ended with exit status ${exitStatus}.`;
  return `${reason}: ${message || `${name} cannot start.`}`;
}

function describeEnd({ end, attempts, failedAttempts, activeDeadlineSeconds }: Job): string {
  const reason = end?.reason ?? "";
  if (reason === "BackoffLimitExceeded")
    return `BackoffLimitExceeded: failed ${failedAttempts || attempts} of ${attempts} attempts.`;
  if (reason === "DeadlineExceeded")
    return `DeadlineExceeded: ran longer than ${activeDeadlineSeconds === null ? "allowed" : `${activeDeadlineSeconds} s`}.`;
  return `${reason || "Failed"}: ${end?.message || "no message."}`;
}
