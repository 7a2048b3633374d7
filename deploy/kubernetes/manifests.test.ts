import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { ENV_NAMES, readEnv } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { readCompose } from "@/testing/image";
import { schemaErrors } from "@/testing/schema-errors";

type Source = { configMapRef?: { name: string; optional?: boolean }; secretRef?: { name: string } };
type Container = {
  name: string;
  image: string;
  command: string[];
  env: { name: string; value: string }[];
  envFrom: Source[];
  ports?: { name: string; containerPort: number }[];
  resources: { limits: { memory: string } };
  startupProbe?: { periodSeconds: number; failureThreshold: number };
  livenessProbe?: object;
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
};
type Pod = {
  metadata: { labels: Record<string, string> };
  spec: {
    enableServiceLinks?: boolean;
    automountServiceAccountToken?: boolean;
    containers: Container[];
    volumes: { name: string }[];
  };
};
type Manifest = {
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    selector?: Record<string, unknown>;
    template?: Pod;
    volumeClaimTemplates?: { metadata: { name: string } }[];
    ports?: { port: number; targetPort: string }[];
    podSelector?: {
      matchLabels?: { app: string };
      matchExpressions?: { key: string; operator: string; values: string[] }[];
    };
    policyTypes?: string[];
    ingress?: { ports: { port: string }[] }[];
    rules?: { http: { paths: { backend: { service: { name: string; port: { number: number } } } }[] } }[];
  };
};

const FOLDER = path.join("deploy", "kubernetes");
const manifests = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml"))
  .flatMap((file) => {
    const documents = parseAllDocuments(readFileSync(path.join(FOLDER, file), "utf8"), { uniqueKeys: true });
    return [...documents].map((document) => ({
      file,
      errors: document.errors,
      manifest: document.toJS() as Manifest,
    }));
  });
const named = manifests.map(({ file, manifest, errors }) => ({
  name: `${manifest.kind} ${manifest.metadata.name} in ${file}`,
  manifest,
  errors,
}));
const pods = named.flatMap(({ name, manifest: { spec } }) =>
  spec?.template ? [{ name, spec, pod: spec.template }] : [],
);
const settings = { POSTGRES_PASSWORD: "x", AUTH_SECRET: "x", APP_URL: "https://tattle.example" };
const { services } = readCompose(settings);

test.each(named)("Kubernetes accepts the $name", ({ manifest, errors }) => {
  expect(errors).toEqual([]);
  expect(schemaErrors("kubernetes", JSON.stringify(manifest))).toEqual([]);
  if (manifest.kind !== "Namespace") expect(manifest.metadata.namespace).toBe("tattle");
});

test("the schema knows what Kubernetes refuses", () => {
  const [service] = named.filter(({ manifest }) => manifest.kind === "Service");
  const wrong = { ...service?.manifest, spec: { ...service?.manifest.spec, port: 1 } };
  expect(schemaErrors("kubernetes", JSON.stringify(wrong))).toEqual([
    "/spec must NOT have additional properties",
    ' must match "then" schema',
  ]);
});

test.each(pods)("the $name runs what compose.yaml runs, as confined", ({ pod }) => {
  const [{ name, command, env, securityContext, volumeMounts } = {} as Container] = pod.spec.containers;
  expect(command).toEqual(services[name]?.command);
  expect(env.find((one) => one.name === "NODE_OPTIONS")?.value).toBe(
    services[name]?.environment.NODE_OPTIONS?.trim(),
  );
  expect(securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
  });
  expect(pod.spec.automountServiceAccountToken).toBe(false);
  const isWritable = volumeMounts.map(({ mountPath }) => mountPath);
  const inCompose = (services[name]?.volumes ?? []).map((volume) => volume.split(":")[1]);
  expect(isWritable).toEqual(expect.arrayContaining(inCompose));
});

test.each(pods)("selectors and mounts of the $name find what they name", ({ pod, spec }) => {
  if (spec.selector) expect(spec.selector).toEqual({ matchLabels: pod.metadata.labels });
  const volumes = [
    ...pod.spec.volumes.map(({ name }) => name),
    ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
  ];
  for (const { volumeMounts } of pod.spec.containers)
    expect(volumes).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)));
});

test("services and the ingress lead to ports that containers open", () => {
  const ofService = new Map<string, number | undefined>();
  for (const { manifest } of named.filter(({ manifest: { kind } }) => kind === "Service")) {
    const pod = pods.find(({ pod: { metadata } }) => metadata.labels.app === manifest.spec?.selector?.app);
    const opened = pod?.pod.spec.containers[0]?.ports?.[0]?.containerPort;
    const [container] = pod?.pod.spec.containers ?? [];
    expect(manifest.spec?.ports).toMatchObject([{ targetPort: container?.ports?.[0]?.name }]);
    // Mail servers know no other port.
    expect(manifest.spec?.ports?.[0]?.port).toBe(opened === 2525 ? 25 : opened);
    ofService.set(manifest.metadata.name, opened);
  }
  const rules = named.flatMap(({ manifest: { kind, spec } }) =>
    kind === "Ingress" ? (spec?.rules ?? []) : [],
  );
  const targets = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  expect([...ofService.keys()].sort()).toEqual(["checkin", "mailin", "web", "worker"]);
  expect(targets.map(({ name }) => name).sort()).toEqual(["checkin", "web"]);
  for (const { name, port } of targets) expect([name, port.number]).toEqual([name, ofService.get(name)]);
});

test("two minutes pass before a process that starts slowly counts as one that hangs", () => {
  const containers = pods.flatMap(({ pod }) => pod.spec.containers).filter((one) => one.livenessProbe);
  expect(containers.map(({ name }) => name).toSorted()).toEqual(["checkin", "mailin", "web", "worker"]);
  for (const { name, startupProbe: { periodSeconds, failureThreshold } = {} as never } of containers)
    expect(periodSeconds * failureThreshold, name).toBeGreaterThanOrEqual(120);
});

test("network policies close every pod, and open the ports of its Service", () => {
  const policies = named.filter(({ manifest: { kind } }) => kind === "NetworkPolicy");
  const appsOf = ({ manifest: { spec } }: (typeof named)[number]): string[] => {
    const { matchLabels, matchExpressions = [] } = spec?.podSelector ?? {};
    for (const { key, operator } of matchExpressions) expect([key, operator]).toEqual(["app", "In"]);
    return [...(matchLabels ? [matchLabels.app] : []), ...matchExpressions.flatMap(({ values }) => values)];
  };
  expect(policies.map(({ manifest: { spec } }) => spec?.policyTypes)).toEqual(
    policies.map(() => ["Ingress"]),
  );
  const [noOne] = policies.filter(({ manifest: { spec } }) => !spec?.ingress);
  expect(noOne && appsOf(noOne)).toEqual(pods.map(({ pod }) => pod.metadata.labels.app).toSorted());
  const opened = policies.flatMap((policy) =>
    appsOf(policy).flatMap((app) =>
      (policy.manifest.spec?.ingress ?? []).flatMap(({ ports }) => ports.map(({ port }) => `${app} ${port}`)),
    ),
  );
  const served = named.flatMap(({ manifest: { kind, spec } }) =>
    kind === "Service"
      ? (spec?.ports ?? []).map(({ targetPort }) => `${spec?.selector?.app} ${targetPort}`)
      : [],
  );
  expect([...new Set(opened)].toSorted()).toEqual(served.toSorted());
});

test("every pod runs the version of these sources, and the job of its migrations is named for it", () => {
  const { version } = packageJson;
  expect(new Set(pods.map(({ pod }) => pod.spec.containers[0]?.image))).toEqual(
    new Set([`tattle:${version}`]),
  );
  const job = named.find(({ manifest: { kind } }) => kind === "Job");
  expect(job?.manifest.metadata.name).toBe(`tattle-migrate-${version.replaceAll(".", "-")}`);
});

test("the documents and the first file name the oldest Kubernetes that knows `preStop.sleep`", () => {
  for (const file of ["deploy/kubernetes/configuration.yaml", "docs/deployment.md"])
    expect(readFileSync(file, "utf8")).toContain("Kubernetes 1.30 or later");
});

/** What Kubernetes adds to the environment of a pod for each Service of its namespace, unless the pod says no. */
function serviceLinks(service: string, port: number): Record<string, string> {
  const name = service.toUpperCase().replaceAll("-", "_");
  const address = "10.96.0.7";
  const url = `tcp://${address}:${port}`;
  const prefix = `${name}_PORT_${port}_TCP`;
  return {
    [`${name}_SERVICE_HOST`]: address,
    [`${name}_SERVICE_PORT`]: `${port}`,
    [`${name}_PORT`]: url,
    [prefix]: url,
    [`${prefix}_PROTO`]: "tcp",
    [`${prefix}_PORT`]: `${port}`,
    [`${prefix}_ADDR`]: address,
  };
}

/** What a process in a pod sees of its own manifest, over what Kubernetes adds for these Services. */
function environmentOf({ spec }: Pod, hostile: Record<string, string>): Record<string, string> {
  const [container] = spec.containers;
  const sources = (container?.envFrom ?? []).map((source) => {
    const [kind, ref] = source.configMapRef
      ? ["ConfigMap", source.configMapRef]
      : ["Secret", source.secretRef];
    const found = named.find(
      ({ manifest }) => manifest.kind === kind && manifest.metadata.name === ref?.name,
    );
    return found?.manifest.data ?? found?.manifest.stringData ?? {};
  });
  const own = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
  return Object.assign({}, spec.enableServiceLinks === false ? {} : hostile, ...sources, own);
}

const HOSTILE = { worker: 3002, web: 3000, "check-in": 3001, tattle: 3000, redis: 6379, postgres: 5432 };
const hostile = Object.assign({}, ...Object.entries(HOSTILE).map(([name, port]) => serviceLinks(name, port)));

test.each(pods)("no Service of any name reaches the environment of the $name", ({ pod }) => {
  const environment = environmentOf(pod, hostile);

  expect(Object.keys(environment).filter((name) => name in hostile)).toEqual([]);
  expect(readEnv(environment)).toEqual(readEnv(environmentOf(pod, {})));
  expect(readEnv(environment)).toMatchObject({ WORKER_PORT: 3002, CHECK_IN_PORT: 3001 });
});

test.each([
  ["worker", "WORKER_PORT"],
  ["check-in", "CHECK_IN_PORT"],
] as const)(
  "without enableServiceLinks: false, a Service named %s would end a process with one line",
  (name, variable) => {
    const [first] = pods;
    if (!first) throw new Error("no pod");
    const { enableServiceLinks: _, ...spec } = first.pod.spec;
    const environment = environmentOf({ ...first.pod, spec }, serviceLinks(name, HOSTILE[name]));

    expect(() => readEnv(environment)).toThrow(
      `${variable} must be a port, 1 to 65535, but is “tcp://10.96.0.7:${HOSTILE[name]}”. Correct or unset it (see .env.example).`,
    );
  },
);

test("every reference to settings finds them", () => {
  const refs = pods.flatMap(({ pod }) => pod.spec.containers.flatMap(({ envFrom }) => envFrom));
  const names = (kind: string) =>
    named.flatMap(({ manifest }) => (manifest.kind === kind ? [manifest.metadata.name] : []));
  for (const { configMapRef, secretRef } of refs) {
    if (configMapRef) expect(names("ConfigMap")).toContain(configMapRef.name);
    if (secretRef) expect(names("Secret")).toContain(secretRef.name);
  }
});

test("every variable that is set is one that the program reads", () => {
  const set = named.flatMap(({ manifest: { data, stringData } }) => Object.keys({ ...data, ...stringData }));
  expect(set.filter((name) => ![...ENV_NAMES, "NEXTAUTH_URL"].includes(name))).toEqual([]);
});
