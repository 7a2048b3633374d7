import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { ENV_NAMES, readEnv } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { readCompose } from "@/testing/image";
import { getKubernetesPrograms } from "@/testing/kubernetes-programs";
import { schemaErrors } from "@/testing/schema-errors";

type Source = { configMapRef?: { name: string }; secretRef?: { name: string } };
type Container = {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; value: string }[];
  envFrom?: Source[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: { periodSeconds: number; failureThreshold: number };
  securityContext: object;
  volumeMounts?: { name: string; mountPath: string }[];
};
type PodSpec = {
  enableServiceLinks?: boolean;
  automountServiceAccountToken?: boolean;
  containers: Container[];
  volumes?: { name: string }[];
};
type Pod = {
  metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
  spec: PodSpec;
};
type Manifest = {
  kind: string;
  metadata: { name: string; namespace?: string };
  rules?: { resources: string[]; verbs: string[]; resourceNames?: string[] }[];
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    replicas?: number;
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    template?: Pod;
    volumeClaimTemplates?: { metadata: { name: string } }[];
    ports?: { port: number; targetPort: string }[];
    ingress?: { ports: { port: number }[] }[];
    rules?: {
      http?: { paths: { backend: { service: { name: string; port: { number: number } } } }[] };
      backendRefs?: { name: string; port: number }[];
    }[];
  };
};

const CHART = "deploy/helm/tattle";
const SECRET = "a-secret-of-at-least-32-characters";
const HOSTS = { appHost: "tattle.example", checkInHost: "check-in.example" };
const MAIL = { mailin: { enabled: true, domain: "check-in.example" } };
const SEPARATE = {
  authSecret: SECRET,
  postgres: { url: "postgres://tattle:secret@postgres/tattle" },
  redis: { url: "redis://redis:6379" },
};

const SETS: Record<string, object> = {
  "one pod": {},
  "one pod behind an ingress, with email": {
    ...MAIL,
    ingress: { enabled: true, className: "nginx", tlsSecretName: "tattle-tls", ...HOSTS },
  },
  "one pod with settings and a secret of its owner": {
    existingSecret: "mine",
    existingSecretHasDatabase: false,
    settings: { LOG_LEVEL: "warn", SIGN_UP: "open" },
    serviceMonitor: { enabled: true },
  },
  "one pod whose network is closed": { networkPolicy: { enabled: true }, ...MAIL },
  "separate pods": SEPARATE,
  "separate pods without Redis": { authSecret: SECRET, postgres: SEPARATE.postgres },
  "separate pods with a secret of their owner, behind a gateway": {
    existingSecret: "mine",
    gateway: { enabled: true, name: "public", namespace: "gateways", ...HOSTS },
    serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
  },
  "separate pods behind an ingress, with email, and a closed network": {
    ...SEPARATE,
    ...MAIL,
    ingress: { enabled: true, ...HOSTS },
    networkPolicy: { enabled: true, ingressNamespace: "traefik" },
  },
  "many separate pods on chosen nodes": {
    ...SEPARATE,
    web: { replicas: 5 },
    checkin: { replicas: 9, storage: "20Gi" },
    nodeSelector: { disk: "ssd" },
    tolerations: [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }],
    storageClassName: "fast",
    podLabels: { team: "ops" },
    podAnnotations: { "example.com/scrape": "no" },
  },
  "one pod that watches its cluster": {
    watcher: { enabled: true, cluster: "prod", existingSecret: "watcher", all: true },
  },
  "only a watcher, of one namespace": {
    server: { enabled: false },
    watcher: {
      ...{ enabled: true, cluster: "prod", existingSecret: "watcher" },
      ...{ url: "https://tattle.example", namespace: "shop" },
    },
  },
  "an image from a registry": {
    image: {
      repository: "registry.example/tattle",
      tag: "1.2.3",
      pullPolicy: "Always",
      pullSecrets: [{ name: "registry" }],
    },
    appUrl: "https://tattle.example",
    checkInUrl: "https://check-in.example",
    test: { checkInUrl: "https://check-in.example/0123456789" },
  },
};

let helm = "";
let kubectl = "";
beforeAll(async () => {
  const programs = await getKubernetesPrograms();
  if (!programs) throw new Error("Helm is fetched for Linux on x86-64 only.");
  ({ helm, kubectl } = programs);
});

const run = (values: object, release: string) =>
  spawnSync(helm, ["template", release, CHART, "--namespace", "monitoring", "--values", "-"], {
    input: JSON.stringify(values),
    encoding: "utf8",
  });

function render(values: object, release = "tattle"): Manifest[] {
  const { stdout, stderr, status } = run(values, release);
  expect(status, stderr).toBe(0);
  const documents = [...parseAllDocuments(stdout, { uniqueKeys: true })];
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS() as Manifest).filter(Boolean);
}

const ofKind = (manifests: Manifest[], ...kinds: string[]) =>
  manifests.filter(({ kind }) => kinds.includes(kind));
const isSubset = (part: object, whole: object) =>
  Object.entries(part).every(([key, value]) => whole[key as keyof typeof whole] === value);
/** Each pod that a manifest makes, and the test of `helm test`. */
const podsOf = (manifests: Manifest[]): Pod[] =>
  manifests.flatMap(({ kind, metadata, spec }) =>
    kind === "Pod" ? [{ metadata, spec } as unknown as Pod] : (spec?.template ?? []),
  );

/** Kinds that Kubernetes itself doesn't have. */
const CUSTOM = ["HTTPRoute", "ServiceMonitor"];
/** Kinds that only kubectl checks here. */
const RIGHTS = ["ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];

describe.each(Object.entries(SETS))("%s", (_, values) => {
  test("is what Kubernetes accepts", () => {
    const manifests = render(values);
    for (const manifest of manifests.filter(({ kind }) => ![...CUSTOM, ...RIGHTS].includes(kind)))
      expect(schemaErrors("kubernetes", JSON.stringify(manifest)), manifest.metadata.name).toEqual([]);
    // kubectl reads them, too, without a cluster.
    const list = { apiVersion: "v1", kind: "List", items: manifests };
    const output = execFileSync(
      kubectl,
      ["label", "--local", "--filename", "-", "checked=yes", "--output", "name"],
      { input: JSON.stringify(list), encoding: "utf8" },
    );
    expect(output.trim().split("\n")).toHaveLength(manifests.length);
  });

  test("is confined, finds what it names, and reads only settings that the program has", () => {
    const manifests = render(values);
    const pods = podsOf(manifests);
    for (const { spec } of pods) {
      const isWatcher = spec.containers.some(({ name }) => name === "watcher");
      expect(spec).toMatchObject({ enableServiceLinks: false, automountServiceAccountToken: isWatcher });
      for (const { securityContext } of spec.containers)
        expect(securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ["ALL"] },
        });
    }
    for (const { spec } of ofKind(manifests, "StatefulSet", "Deployment")) {
      expect(
        isSubset(spec?.selector?.matchLabels ?? { none: 1 }, spec?.template?.metadata.labels ?? {}),
      ).toBe(true);
      const volumes = [
        ...(spec?.template?.spec.volumes ?? []).map(({ name }) => name),
        ...(spec?.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
      ];
      for (const { volumeMounts = [] } of spec?.template?.spec.containers ?? [])
        expect(volumes.toSorted()).toEqual([...new Set(volumeMounts.map(({ name }) => name))].toSorted());
    }
    const names = (kind: string) => ofKind(manifests, kind).map(({ metadata }) => metadata.name);
    for (const { configMapRef, secretRef } of pods.flatMap(({ spec }) => spec.containers[0]?.envFrom ?? [])) {
      if (configMapRef) expect(names("ConfigMap")).toContain(configMapRef.name);
      if (secretRef && secretRef.name !== "mine") expect(names("Secret")).toContain(secretRef.name);
    }
    const set = manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    expect(set.filter((name) => ![...ENV_NAMES, "NEXTAUTH_URL"].includes(name))).toEqual([]);
    const settings = Object.assign(
      {},
      ...manifests.map(({ data, stringData }) => ({ ...data, ...stringData })),
    );
    if (names("ConfigMap").length > 0)
      expect(readEnv(settings)).toMatchObject({ WORKER_PORT: 3002, CHECK_IN_PORT: 3001 });
  });

  test("leads from every door to a port that a pod opens", () => {
    const manifests = render(values);
    const opened = new Map<string, number[]>();
    for (const { metadata, spec } of ofKind(manifests, "Service")) {
      const found = podsOf(manifests).filter((pod) => isSubset(spec?.selector ?? {}, pod.metadata.labels));
      expect(found).toHaveLength(1);
      const ports = found[0]?.spec.containers[0]?.ports ?? [];
      for (const { port, targetPort } of spec?.ports ?? []) {
        const container = ports.find(({ name }) => name === targetPort);
        // Mail servers know no other port.
        expect(port).toBe(container?.containerPort === 2525 ? 25 : container?.containerPort);
      }
      opened.set(
        metadata.name,
        (spec?.ports ?? []).map(({ port }) => port),
      );
    }
    const targets = manifests
      .flatMap(({ spec }) => (Array.isArray(spec?.rules) ? spec.rules : []))
      .flatMap(({ http, backendRefs }) => [
        ...(http?.paths ?? []).map(
          ({ backend: { service } }) => [service.name, service.port.number] as const,
        ),
        ...(backendRefs ?? []).map(({ name, port }) => [name, port] as const),
      ]);
    expect(targets.map(([, port]) => port).toSorted()).toEqual(targets.length ? [3000, 3001] : []);
    for (const [name, port] of targets) expect(opened.get(name)).toContain(port);
  });
});

test("separate pods run what compose.yaml runs, and two minutes pass before a slow start counts as a hang", () => {
  const { services } = readCompose({
    POSTGRES_PASSWORD: "x",
    AUTH_SECRET: "x",
    APP_URL: "https://x.example",
  });
  const containers = podsOf(render({ ...SEPARATE, ...MAIL }))
    .flatMap(({ spec }) => spec.containers)
    .filter(({ name }) => name !== "test");
  expect(containers.map(({ name }) => name).toSorted()).toEqual([
    "checkin",
    "mailin",
    "migrate",
    "web",
    "worker",
  ]);
  for (const { name, command, env = [], startupProbe, volumeMounts = [] } of containers) {
    expect(command).toEqual(services[name]?.command);
    expect(env.find((one) => one.name === "NODE_OPTIONS")?.value).toBe(
      services[name]?.environment.NODE_OPTIONS?.trim(),
    );
    const inCompose = (services[name]?.volumes ?? []).map((volume) => volume.split(":")[1]);
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(inCompose));
    if (name !== "migrate")
      expect(
        (startupProbe?.periodSeconds ?? 0) * (startupProbe?.failureThreshold ?? 0),
      ).toBeGreaterThanOrEqual(120);
  }
});

test("a change of an address restarts the pods that read it", () => {
  const settingsOf = (values: object) =>
    podsOf(render(values)).flatMap(({ metadata }) => metadata.annotations?.["tattle/settings"] ?? []);
  const [before] = settingsOf({});
  expect(before).toMatch(/^[\da-f]{64}$/);
  expect(settingsOf({ appUrl: "https://tattle.example" })).not.toContain(before);
});

test("network policies open the ports of Services alone, and two releases in a namespace don't share a name", () => {
  const manifests = render({ ...SEPARATE, ...MAIL, networkPolicy: { enabled: true } });
  const [policy] = ofKind(manifests, "NetworkPolicy");
  const ports = policy?.spec?.ingress?.flatMap((rule) => rule.ports.map(({ port }) => port)) ?? [];
  expect([...new Set(ports)].toSorted()).toEqual([2525, 3000, 3001, 3002]);
  const nameAll = (release: string) =>
    render(SEPARATE, release).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(nameAll("one").filter((name) => nameAll("other").includes(name))).toEqual([]);
});

test("the watcher may read CronJobs, Jobs, pods and their logs, write its Lease, and do nothing else", () => {
  const rightsOf = (values: object) =>
    ofKind(render(values), "ClusterRole", "Role").flatMap(({ kind, metadata, rules = [] }) =>
      rules.flatMap(({ resources, verbs, resourceNames }) =>
        resources.map((resource) => [
          kind,
          metadata.namespace,
          resource,
          verbs.join(),
          resourceNames?.join(),
        ]),
      ),
    );
  const watcher = { enabled: true, cluster: "prod", existingSecret: "watcher" };
  const lease = [
    ["Role", undefined, "leases", "create", undefined],
    ["Role", undefined, "leases", "get,update", "tattle-kubernetes"],
  ];
  const reading = (kind: string, namespace?: string) => [
    [kind, namespace, "cronjobs", "list,watch", undefined],
    [kind, namespace, "jobs", "list,watch", undefined],
    [kind, namespace, "pods", "list,watch", undefined],
    [kind, namespace, "pods/log", "get", undefined],
  ];
  expect(rightsOf({})).toEqual([]);
  expect(new Set(rightsOf({ watcher }))).toEqual(new Set([...reading("ClusterRole"), ...lease]));
  expect(new Set(rightsOf({ watcher: { ...watcher, namespace: "shop" } }))).toEqual(
    new Set([...reading("Role", "shop"), ...lease]),
  );
  const container = podsOf(render({ ...SEPARATE, watcher })).flatMap(({ spec }) =>
    spec.containers.filter(({ name }) => name === "watcher"),
  )[0];
  expect(container?.env).toContainEqual({ name: "TATTLE_URL", value: "http://tattle-web:3000" });
});

test.each([
  ["a watcher without a cluster", { watcher: { enabled: true } }, "Set watcher.cluster"],
  [
    "a watcher without a key",
    { watcher: { enabled: true, cluster: "prod" } },
    "Set watcher.existingSecret, a Secret with TATTLE_KEY.",
  ],
  [
    "a watcher of nowhere",
    { server: { enabled: false }, watcher: { enabled: true, cluster: "prod", existingSecret: "x" } },
    "Set watcher.url",
  ],
  ["a value that does not exist", { webb: {} }, "additional properties 'webb' not allowed"],
  ["no pods", { web: { replicas: 0 } }, "minimum: got 0, want 1"],
  ["a short secret", { authSecret: "short" }, "does not match pattern"],
  ["separate pods without a secret", { postgres: SEPARATE.postgres }, "Separate pods share AUTH_SECRET."],
  ["two secrets", { ...SEPARATE, existingSecret: "mine" }, "existingSecret replaces authSecret"],
  ["an ingress without hosts", { ingress: { enabled: true } }, "Set appHost and checkInHost"],
  ["a monitor without a token", { serviceMonitor: { enabled: true } }, "Metrics need METRICS_TOKEN"],
  ["email without a domain", { mailin: { enabled: true } }, "Set mailin.domain."],
])("%s is refused with what to do", (_, values, message) => {
  const { status, stderr } = run(values, "tattle");
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

test("Helm’s own check finds nothing, and the chart has the version of these sources", () => {
  execFileSync(helm, ["lint", "--strict", CHART]);
  const { version } = packageJson;
  const images = podsOf(render({})).map(({ spec }) => spec.containers[0]?.image);
  expect(new Set(images)).toEqual(new Set([`tattle:${version}`]));
  expect(readFileSync(`${CHART}/Chart.yaml`, "utf8")).toContain(`\nversion: ${version}\n`);
  expect(readFileSync("docs/scaling.md", "utf8")).toContain("Kubernetes 1.30 or later");
});

test("a Service named worker would end a process with one line, which is why pods get none of these variables", () => {
  expect(() => readEnv({ WORKER_PORT: "tcp://10.96.0.7:3002" })).toThrow(
    "WORKER_PORT must be a port, 1 to 65535, but is “tcp://10.96.0.7:3002”. Correct or unset it (see .env.example).",
  );
});
