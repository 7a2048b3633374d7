import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestOptions } from "node:http";
import { KubeConfig } from "@kubernetes/client-node";
import { CliError, EXIT } from "../exit";
import { loadHttp } from "../http";
import { VERSION } from "../version";

const NAMESPACE_FILE = "/var/run/secrets/kubernetes.io/serviceaccount/namespace";
const PAGE = 500;
const TIMEOUT_MS = 30_000;
/** A page of 500 objects whose annotations are as long as Kubernetes allows stays below. */
const MAX_CHARACTERS = 200_000_000;
const MAX_LINE_CHARACTERS = 4_000_000;
/** The API server ends a watch after this long; then the next one begins. */
const WATCH_SECONDS = 300;
const WATCH_MARGIN_MS = 30_000;
const MAX_REASON_CHARACTERS = 200;

/** Why the API server did not do what it was asked. `status`: 0 without a response. */
export class ApiError extends CliError {
  readonly httpStatus: number;
  readonly retryAfterMs: number;
  constructor(message: string, httpStatus = 0, retryAfterMs = 0) {
    super(message, httpStatus === 401 || httpStatus === 403 ? EXIT.settings : EXIT.unreachable);
    this.httpStatus = httpStatus;
    this.retryAfterMs = retryAfterMs;
  }
}

export const isGone = (error: unknown) => error instanceof ApiError && error.httpStatus === 410;

/** Where the API server has these objects: those of one namespace, or of all (null). */
export const batchPath = (resource: "cronjobs" | "jobs", namespace: string | null) =>
  `/apis/batch/v1${namespace === null ? "" : `/namespaces/${namespace}`}/${resource}`;

type Query = Record<string, string | number>;
type ListPage = { items?: unknown[]; metadata?: { continue?: string; resourceVersion?: string } };
export type WatchEvent = { type: string; object: unknown };

type Exchange = { query?: Query; body?: object; signal?: AbortSignal; timeoutMs?: number };

/** The API server of one cluster. Of the library, it uses what knows of kubeconfig files, certificates, tokens and plug-ins. */
export class KubernetesApi {
  readonly #config = new KubeConfig();
  readonly server: string;
  /** That of the service account; null with a kubeconfig file. */
  readonly ownNamespace: string | null = null;
  readonly clusterName: string;

  constructor(kubeconfig: string | null) {
    try {
      if (kubeconfig !== null) this.#config.loadFromFile(kubeconfig);
      else {
        this.#config.loadFromCluster();
        this.ownNamespace = readFileSync(NAMESPACE_FILE, "utf8").trim();
      }
    } catch (error) {
      throw new CliError(
        kubeconfig === null
          ? "This doesn't run in a cluster. Use --kubeconfig FILE."
          : `${kubeconfig} could not be read: ${(error as Error).message}`,
        EXIT.settings,
      );
    }
    const cluster = this.#config.getCurrentCluster();
    if (!cluster || !URL.canParse(cluster.server))
      throw new CliError(`${kubeconfig} has no current context with a server.`, EXIT.settings);
    // The library refuses HTTP, as of `kubectl proxy`, unless TLS is not verified, of which there is none.
    if (cluster.server.startsWith("http:"))
      this.#config.clusters = this.#config.clusters.map((each) =>
        each === cluster ? { ...each, skipTLSVerify: true } : each,
      );
    this.server = cluster.server.replace(/\/+$/, "");
    this.clusterName = cluster.name;
  }

  /** Each object of a list, page by page. Returns the version to watch from. */
  async list(
    path: string,
    query: Query,
    onItem: (item: unknown) => void,
    signal?: AbortSignal,
  ): Promise<string> {
    for (let token = ""; ; ) {
      const page = await this.json<ListPage>("GET", path, {
        query: { ...query, limit: PAGE, ...(token && { continue: token }) },
        ...(signal && { signal }),
      });
      for (const item of page.items ?? []) onItem(item);
      token = page.metadata?.continue ?? "";
      if (!token) return page.metadata?.resourceVersion ?? "";
    }
  }

  /** The events after a version, until the server or the signal ends the watch. Throws an `ApiError` of 410 if the version is too old. */
  async watch(
    path: string,
    query: Query,
    onEvent: (event: WatchEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const watching = { watch: "true", allowWatchBookmarks: "true", timeoutSeconds: WATCH_SECONDS };
    const response = await this.#open("GET", path, {
      query: { ...query, ...watching },
      signal,
      timeoutMs: WATCH_SECONDS * 1_000 + WATCH_MARGIN_MS,
    });
    let rest = "";
    response.setEncoding("utf8");
    for await (const chunk of response as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) {
        const event = parse<WatchEvent>(line);
        if (event.type === "ERROR") throw ofStatus(event.object);
        onEvent(event);
      }
      if (rest.length > MAX_LINE_CHARACTERS) throw new ApiError("An object of the API server is too large.");
    }
  }

  async json<Result>(method: string, path: string, exchange: Exchange = {}): Promise<Result> {
    return parse<Result>(await this.text(method, path, exchange));
  }

  async text(method: string, path: string, exchange: Exchange = {}): Promise<string> {
    const response = await this.#open(method, path, exchange);
    return readAll(response);
  }

  async #open(method: string, path: string, { query = {}, body, signal, timeoutMs = TIMEOUT_MS }: Exchange) {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    );
    const url = `${this.server}${path}?${parameters}`;
    const content = body && JSON.stringify(body);
    const options: RequestOptions = {
      method,
      headers: {
        Accept: "application/json",
        "User-Agent": `tattle-kubernetes/${VERSION}`,
        ...(content !== undefined && {
          "Content-Type": "application/json",
          "Content-Length": String(Buffer.byteLength(content)),
        }),
      },
      ...(signal && { signal }),
    };
    // Each time, because the token of a service account is replaced every hour.
    await this.#config.applyToHTTPSOptions(options).catch((error: Error) => {
      throw new ApiError(`The credentials could not be read: ${error.message}`, 401);
    });
    const { request } = await loadHttp(url);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(url, options, resolve);
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error("no response in time")));
      outgoing.on("error", reject).end(content);
    }).catch((error: NodeJS.ErrnoException) => {
      throw new ApiError(`${this.server} cannot be reached: ${error.code ?? error.message}`);
    });
    const { statusCode = 0, headers } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    const text = await readAll(response);
    const retryAfterMs = Number(headers["retry-after"] ?? 0) * 1_000 || 0;
    throw new ApiError(describeRefusal(text, statusCode), statusCode, retryAfterMs);
  }
}

async function readAll(response: IncomingMessage): Promise<string> {
  let text = "";
  response.setEncoding("utf8");
  try {
    for await (const chunk of response as AsyncIterable<string>) {
      text += chunk;
      if (text.length > MAX_CHARACTERS) throw new ApiError("The response of the API server is too large.");
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(`The API server closed the connection: ${(error as Error).message}`);
  }
  return text;
}

function parse<Result>(text: string): Result {
  try {
    return JSON.parse(text) as Result;
  } catch {
    throw new ApiError("The API server did not respond with JSON.");
  }
}

function ofStatus(status: unknown): ApiError {
  const { message = "", code = 0 } = (status ?? {}) as { message?: string; code?: number };
  return new ApiError(String(message).slice(0, MAX_REASON_CHARACTERS), Number(code));
}

function describeRefusal(text: string, status: number): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === "string" && message) return message.slice(0, MAX_REASON_CHARACTERS);
  } catch {
    // A proxy before it.
  }
  return `The API server responded with ${status}.`;
}
