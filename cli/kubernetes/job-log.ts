import { redact } from "../run/redact";
import { ApiError, type KubernetesApi } from "./api";
import type { Failure } from "./failure";
import { type Job, type Pod, readPod } from "./objects";

const MAX_LINES = 1_000;
const MAX_BYTES = 60_000;
const MAX_READ_BYTES = 4_000_000;
const NO_OUTPUT = Buffer.alloc(0);

/** The pods of a Job. Empty if they are deleted, or may not be read. */
export async function listPods(api: KubernetesApi, { namespace, name }: Job): Promise<Pod[]> {
  const pods: Pod[] = [];
  const path = `/api/v1/namespaces/${namespace}/pods`;
  await api
    .list(path, { labelSelector: `job-name=${name}` }, (object) => {
      const pod = readPod(object);
      if (pod) pods.push(pod);
    })
    .catch(unlessRefused);
  return pods;
}

/** The end of what a container printed, without secrets. Empty if it is no longer there, or cannot be cleaned. */
export async function readLog(api: KubernetesApi, namespace: string, log: Failure["log"]): Promise<Buffer> {
  if (!log) return NO_OUTPUT;
  const path = `/api/v1/namespaces/${namespace}/pods/${log.pod}/log`;
  const query = { container: log.container, tailLines: MAX_LINES, limitBytes: MAX_READ_BYTES };
  const text = await api.text("GET", path, { query }).catch(unlessRefused);
  const whole = Buffer.from(text ?? "");
  const isCut = whole.length > MAX_BYTES;
  return redact(whole.subarray(Math.max(0, whole.length - MAX_BYTES)), [], isCut) ?? NO_OUTPUT;
}

/** What is gone or forbidden is done without. Anything else is tried again. */
function unlessRefused(error: unknown): null {
  if (
    error instanceof ApiError &&
    error.httpStatus >= 400 &&
    error.httpStatus < 500 &&
    error.httpStatus !== 429
  )
    return null;
  throw error;
}
