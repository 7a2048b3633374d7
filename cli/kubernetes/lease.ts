import { hostname } from "node:os";
import { ApiError, type KubernetesApi } from "./api";
import { pause } from "./follow";

const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
const ANNOTATION = "tattle/reported-until";

type Lease = {
  metadata: { name: string; resourceVersion?: string; annotations?: Record<string, string> };
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
};

/** A time as Kubernetes writes it in a Lease, in microseconds. */
const microTime = () => new Date().toISOString().replace("Z", "000Z");

/** What one of several replicas has, and the others wait for; it also keeps until when all has been reported. */
export class LeaseLock {
  readonly #api: KubernetesApi;
  readonly #path: string;
  readonly #name: string;
  readonly #identity: string;
  #lease: Lease | null = null;

  constructor(api: KubernetesApi, namespace: string, name: string, identity = hostname()) {
    this.#api = api;
    this.#path = `/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;
    this.#name = name;
    this.#identity = identity;
  }

  /** Waits until this replica has the lease; false if the signal came first. The time of another clock is never compared with ours. */
  async acquire(signal: AbortSignal, onTrouble: (reason: string) => void): Promise<boolean> {
    let latest = { renewed: "", atMs: 0 };
    while (!signal.aborted) {
      try {
        const lease = await this.#read();
        const {
          holderIdentity = "",
          renewTime = "",
          leaseDurationSeconds = LEASE_SECONDS,
        } = lease?.spec ?? {};
        const renewed = `${holderIdentity} ${renewTime}`;
        if (renewed !== latest.renewed) latest = { renewed, atMs: Date.now() };
        const isFree = holderIdentity === "" || holderIdentity === this.#identity;
        if (
          (isFree || Date.now() - latest.atMs > leaseDurationSeconds * 1_000) &&
          (await this.#write(lease, {}))
        )
          return true;
      } catch (error) {
        onTrouble((error as Error).message);
      }
      await pause(RENEW_MS / 5, signal);
    }
    return false;
  }

  get reportedUntilMs(): number | null {
    const timeMs = Date.parse(this.#lease?.metadata.annotations?.[ANNOTATION] ?? "");
    return Number.isNaN(timeMs) ? null : timeMs;
  }

  /** Renews it until the signal. Returns when another replica has it, or when it could not be renewed in time. */
  async hold(signal: AbortSignal, reportedUntilMs: () => number): Promise<void> {
    let renewedAtMs = Date.now();
    while (!signal.aborted) {
      await pause(RENEW_MS, signal);
      if (signal.aborted) return;
      try {
        const until = new Date(reportedUntilMs()).toISOString();
        if (!(await this.#write(this.#lease, { [ANNOTATION]: until }))) return;
        renewedAtMs = Date.now();
      } catch {
        if (Date.now() - renewedAtMs > (LEASE_SECONDS * 1_000 * 2) / 3) return;
      }
    }
  }

  /** Lets another replica begin at once. */
  async release(reportedUntilMs: number): Promise<void> {
    const annotations = { [ANNOTATION]: new Date(reportedUntilMs).toISOString() };
    await this.#write(this.#lease, annotations, "").catch(() => {});
  }

  async #read(): Promise<Lease | null> {
    try {
      return await this.#api.json<Lease>("GET", `${this.#path}/${this.#name}`);
    } catch (error) {
      if (error instanceof ApiError && error.httpStatus === 404) return null;
      throw error;
    }
  }

  /** False if another replica was faster. */
  async #write(
    lease: Lease | null,
    annotations: Record<string, string>,
    holder = this.#identity,
  ): Promise<boolean> {
    const { holderIdentity, leaseTransitions = 0, acquireTime } = lease?.spec ?? {};
    const isSame = holderIdentity === holder;
    const body = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: {
        ...lease?.metadata,
        name: this.#name,
        annotations: { ...lease?.metadata.annotations, ...annotations },
      },
      spec: {
        holderIdentity: holder,
        leaseDurationSeconds: LEASE_SECONDS,
        acquireTime: (isSame && acquireTime) || microTime(),
        renewTime: microTime(),
        leaseTransitions: leaseTransitions + (isSame ? 0 : 1),
      },
    };
    try {
      const [method, path] = lease ? ["PUT", `${this.#path}/${this.#name}`] : ["POST", this.#path];
      this.#lease = await this.#api.json<Lease>(method, path, { body });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.httpStatus === 409) return false;
      throw error;
    }
  }
}
