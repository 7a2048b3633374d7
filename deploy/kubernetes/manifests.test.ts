import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { ENV_NAMES } from "@/lib/platform/env";
import { readCompose } from "@/lib/testing/image";
import { schemaErrors } from "@/lib/testing/schema-errors";

type Container = {
  name: string;
  command: string[];
  ports?: { containerPort: number }[];
  resources: { limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
};
type Pod = {
  metadata: { labels: Record<string, string> };
  spec: { containers: Container[]; volumes: { name: string }[] };
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
    ports?: { port: number }[];
    rules?: { http: { paths: { backend: { service: { name: string; port: { number: number } } } }[] } }[];
  };
};

const FOLDER = path.join("deploy", "kubernetes");
const manifests = readdirSync(FOLDER)
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
  const [{ name, command, securityContext, volumeMounts } = {} as Container] = pod.spec.containers;
  expect(command).toEqual(services[name]?.command);
  expect(securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
  });
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
    expect(manifest.spec?.ports?.[0]?.port).toBe(opened);
    ofService.set(manifest.metadata.name, opened);
  }
  const rules = named.flatMap(({ manifest: { kind, spec } }) =>
    kind === "Ingress" ? (spec?.rules ?? []) : [],
  );
  const targets = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  expect(new Map(targets.map(({ name, port }) => [name, port.number]))).toEqual(ofService);
});

test("every variable that is set is one that the program reads", () => {
  const set = named.flatMap(({ manifest: { data, stringData } }) => Object.keys({ ...data, ...stringData }));
  expect(set.filter((name) => ![...ENV_NAMES, "NEXTAUTH_URL"].includes(name))).toEqual([]);
});
