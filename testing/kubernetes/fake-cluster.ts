import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";

type Meta = {
  name: string;
  namespace: string;
  uid: string;
  resourceVersion: string;
  labels?: Record<string, string>;
  [member: string]: unknown;
};
export type FakeObject = { apiVersion: string; kind: string; metadata: Meta; [member: string]: unknown };

type Kind = { apiVersion: string; kind: string; resource: string };
const KINDS: Kind[] = [
  { apiVersion: "batch/v1", kind: "CronJob", resource: "cronjobs" },
  { apiVersion: "batch/v1", kind: "Job", resource: "jobs" },
  { apiVersion: "v1", kind: "Pod", resource: "pods" },
  { apiVersion: "coordination.k8s.io/v1", kind: "Lease", resource: "leases" },
];

type Event = { version: number; type: "ADDED" | "MODIFIED" | "DELETED"; object: FakeObject };
type Watcher = { resource: string; namespace: string; labels: string; response: ServerResponse };

/**
 * An API server as far as watching Jobs needs it: lists in pages, watches with bookmarks, Leases with versions, pods and their logs. It fails
 * on request: 429, 410, and connections that end.
 */
export class FakeCluster {
  readonly #objects = new Map<string, Map<string, FakeObject>>(
    KINDS.map(({ resource }) => [resource, new Map()]),
  );
  readonly #logs = new Map<string, string>();
  #events: Event[] = [];
  #version = 100;
  /** Events up to this version are no longer known. */
  #compactedTo = 0;
  readonly #watchers = new Set<Watcher>();
  readonly #pages = new Map<string, string[]>();
  readonly #server: Server;
  readonly requests: string[] = [];
  /** How many of the next requests get 429. */
  refused = 0;
  /** Events are held back until `release`, those of each kind in their order. */
  #held: Event[] | null = null;

  constructor() {
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get(resource: string, namespace: string, name: string): FakeObject | undefined {
    return this.#objects.get(resource)?.get(`${namespace}/${name}`);
  }

  put(resource: string, object: object): FakeObject {
    const { metadata = {}, ...rest } = object as { metadata?: Partial<Meta> };
    const { namespace = "default", name = "", uid } = metadata;
    const kind = KINDS.find((each) => each.resource === resource);
    const objects = this.#objects.get(resource);
    if (!kind || !objects) throw new Error(`${resource} is unknown.`);
    const key = `${namespace}/${name}`;
    const before = objects.get(key);
    this.#version += 1;
    const result = {
      ...rest,
      ...{ apiVersion: kind.apiVersion, kind: kind.kind },
      metadata: {
        creationTimestamp: new Date().toISOString(),
        ...metadata,
        ...{ name, namespace },
        uid: uid ?? before?.metadata.uid ?? `uid-${this.#version}`,
        resourceVersion: String(this.#version),
      },
    } as FakeObject;
    objects.set(key, result);
    this.#announce(resource, { version: this.#version, type: before ? "MODIFIED" : "ADDED", object: result });
    return result;
  }

  remove(resource: string, namespace: string, name: string): void {
    const objects = this.#objects.get(resource);
    const object = objects?.get(`${namespace}/${name}`);
    if (!object) return;
    objects?.delete(`${namespace}/${name}`);
    this.#version += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#version) };
    this.#announce(resource, { version: this.#version, type: "DELETED", object: { ...object, metadata } });
  }

  setLog(namespace: string, pod: string, container: string, text: string): void {
    this.#logs.set(`${namespace}/${pod}/${container}`, text);
  }

  /** Forgets its events, as after a compaction. With `isCut`, also ends all watches, so that none goes on from where it was. */
  compact(): void {
    this.#compactedTo = this.#version;
    this.#events = [];
    this.disconnect();
  }

  disconnect(): void {
    for (const { response } of this.#watchers) response.destroy();
    this.#watchers.clear();
  }

  /** Holds back what happens; kinds then arrive in another order than they happened in. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { resource } of KINDS.toReversed())
      for (const event of held) if (resourceOf(event.object) === resource) this.#send(resource, event);
  }

  bookmark(): void {
    for (const watcher of this.#watchers) {
      const kind = KINDS.find(({ resource }) => resource === watcher.resource);
      const object = { ...kind, metadata: { resourceVersion: String(this.#version) } };
      if (!this.#held) watcher.response.write(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
    }
  }

  #announce(resource: string, event: Event): void {
    this.#events.push(event);
    if (this.#held) this.#held.push(event);
    else this.#send(resource, event);
  }

  #send(resource: string, { type, object }: Event): void {
    for (const watcher of this.#watchers)
      if (watcher.resource === resource && isIn(object, watcher))
        watcher.response.write(`${JSON.stringify({ type, object })}\n`);
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://fake");
    this.requests.push(`${request.method} ${request.url}`);
    if (this.refused > 0) {
      this.refused -= 1;
      return status(response, 429, "TooManyRequests", { "Retry-After": "0" });
    }
    const found = DISCOVERY[pathname];
    if (found) return send(response, found);
    const [, namespace = "", resource = "", name, part] =
      /^\/apis?(?:\/[\w.]+)?\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?$/.exec(
        pathname,
      ) ?? [];
    const objects = this.#objects.get(resource);
    if (!objects) return status(response, 404, "NotFound");
    const body = ["POST", "PUT"].includes(request.method ?? "")
      ? ((await readJson(request)) as FakeObject)
      : null;
    if (body) return this.#save(response, resource, namespace, body, request.method === "POST");
    if (name !== undefined) {
      const log = this.#logs.get(`${namespace}/${name}/${query.get("container")}`);
      if (part === "log") {
        if (log === undefined) return status(response, 404, "NotFound");
        response.end(log);
        return;
      }
      const object = objects.get(`${namespace}/${name}`);
      return object ? send(response, object) : status(response, 404, "NotFound");
    }
    if (query.get("watch") === "true" || query.get("watch") === "1")
      return this.#watch(response, resource, namespace, query);
    this.#list(response, resource, namespace, query);
  }

  #save(
    response: ServerResponse,
    resource: string,
    namespace: string,
    body: FakeObject,
    isNew: boolean,
  ): void {
    const before = this.get(resource, namespace, body.metadata.name);
    if (isNew ? before : before?.metadata.resourceVersion !== body.metadata.resourceVersion) {
      status(response, 409, "Conflict");
      return;
    }
    send(response, this.put(resource, { ...body, metadata: { ...body.metadata, namespace } }));
  }

  #list(response: ServerResponse, resource: string, namespace: string, query: URLSearchParams): void {
    const objects = this.#objects.get(resource) ?? new Map<string, FakeObject>();
    const limit = Number(query.get("limit") ?? 0) || Number.POSITIVE_INFINITY;
    const token = query.get("continue") ?? "";
    const labels = query.get("labelSelector") ?? "";
    const [version = String(this.#version), ...keys] = this.#pages.get(token) ?? [
      String(this.#version),
      ...[...objects].filter(([, object]) => isIn(object, { namespace, labels })).map(([key]) => key),
    ];
    if (token && (!this.#pages.has(token) || Number(version) < this.#compactedTo)) {
      status(response, 410, "Expired");
      return;
    }
    const page = keys.slice(0, limit);
    const rest = keys.slice(limit);
    const next = rest.length > 0 ? `${version}.${rest.length}` : "";
    if (next) this.#pages.set(next, [version, ...rest]);
    const kind = KINDS.find((each) => each.resource === resource);
    // As the real server, without the kind of each item.
    const items = page.flatMap((key) => {
      const object = objects.get(key);
      if (!object) return [];
      const { apiVersion: _, kind: __, ...item } = object;
      return [item];
    });
    send(response, {
      ...{ apiVersion: kind?.apiVersion, kind: `${kind?.kind}List` },
      metadata: { resourceVersion: version, ...(next && { continue: next }) },
      items,
    });
  }

  #watch(response: ServerResponse, resource: string, namespace: string, query: URLSearchParams): void {
    const since = Number(query.get("resourceVersion") ?? 0);
    const watcher = { resource, namespace, labels: query.get("labelSelector") ?? "", response };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.flushHeaders();
    if (since < this.#compactedTo) {
      const object = {
        kind: "Status",
        status: "Failure",
        code: 410,
        reason: "Expired",
        message: "too old resource version",
      };
      response.end(`${JSON.stringify({ type: "ERROR", object })}\n`);
      return;
    }
    const held = new Set(this.#held);
    for (const event of this.#events)
      if (
        event.version > since &&
        resourceOf(event.object) === resource &&
        isIn(event.object, watcher) &&
        !held.has(event)
      )
        response.write(`${JSON.stringify({ type: event.type, object: event.object })}\n`);
    this.#watchers.add(watcher);
    response.on("close", () => this.#watchers.delete(watcher));
  }
}

const resourceOf = (object: FakeObject) => KINDS.find(({ kind }) => kind === object.kind)?.resource;

const isIn = ({ metadata }: FakeObject, { namespace, labels }: { namespace: string; labels: string }) =>
  (namespace === "" || metadata.namespace === namespace) &&
  labels
    .split(",")
    .filter(Boolean)
    .map((label) => label.split("="))
    .every(([name = "", value]) => metadata.labels?.[name] === value);

function send(
  response: ServerResponse,
  body: unknown,
  code = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

const status = (
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Record<string, string> = {},
): void =>
  send(
    response,
    { kind: "Status", apiVersion: "v1", status: "Failure", reason, message: reason, code },
    code,
    headers,
  );

const resourcesOf = (groupVersion: string) => ({
  ...{ kind: "APIResourceList", apiVersion: "v1", groupVersion },
  resources: KINDS.filter(({ apiVersion }) => apiVersion === groupVersion).map(({ kind, resource }) => ({
    ...{
      name: resource,
      singularName: kind.toLowerCase(),
      namespaced: true,
      kind,
      verbs: ["get", "list", "watch"],
    },
  })),
});
const groupOf = (name: string) => {
  const version = { groupVersion: `${name}/v1`, version: "v1" };
  return { name, versions: [version], preferredVersion: version };
};

/** What kubectl asks before it asks for anything else. */
const DISCOVERY: Record<string, object> = {
  "/version": { major: "1", minor: "34", gitVersion: "v1.34.0" },
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: ["batch", "coordination.k8s.io"].map(groupOf) },
  "/api/v1": resourcesOf("v1"),
  "/apis/batch/v1": resourcesOf("batch/v1"),
  "/apis/coordination.k8s.io/v1": resourcesOf("coordination.k8s.io/v1"),
};
