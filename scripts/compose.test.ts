import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/platform/env";
import { readCompose, readDockerfile, readImageEnvironment } from "@/testing/image";
import { GIVE_BACK, listPrograms, MAP_COMPILERS, THREADS } from "./programs";

const given = {
  POSTGRES_PASSWORD: "letters",
  AUTH_SECRET: "x".repeat(32),
  APP_URL: "https://tattle.example",
};
const { services, volumes } = readCompose(given);
const ours = ["web", "checkin", "mailin", "worker"] as const;

test("the containers run the commands of npm start", () => {
  const ports = { PORT: "3000", CHECK_IN_PORT: "3001", WORKER_PORT: "3002", MAIL_IN_PORT: "2525" };
  const programs = listPrograms({ NODE_ENV: "production", ...ports }, false);
  expect(programs.map(({ name }) => name)).toEqual(ours);
  for (const { name, args, healthUrl } of programs) {
    const withoutPort = args.filter((arg, i) => arg !== "-p" && args[i - 1] !== "-p");
    expect(services[name]?.command).toEqual(["node", ...withoutPort]);
    const check = healthUrl.startsWith("smtp:") ? ".connect(2525,'127.0.0.1')" : healthUrl;
    expect(services[name]?.healthcheck?.test.join(" ")).toContain(check);
  }
});

test("in the image on its own, one program takes check-ins and does the work of a worker", () => {
  const image = readImageEnvironment(readFileSync("Dockerfile", "utf8"));
  const own = { ...image, NODE_ENV: "production" as const, WORKER_PORT: "3002", MAIL_IN_PORT: "2525" };
  const programs = listPrograms(own, false);
  expect(programs.map(({ name }) => name)).toEqual(["web", "mailin", "checkin-and-worker"]);
  expect(programs.at(-1)).toMatchObject({
    args: ["dist/checkin-and-worker.js"],
    healthUrl: "http://127.0.0.1:3002/healthz",
  });
});

test("every process has more threads than the four of Node, in containers and by npm start", () => {
  for (const { env } of listPrograms({} as NodeJS.ProcessEnv, false))
    expect(env.UV_THREADPOOL_SIZE).toBe(THREADS);
  const [own] = listPrograms({ NODE_ENV: "production", UV_THREADPOOL_SIZE: "32" }, false);
  expect(own?.env.UV_THREADPOOL_SIZE).toBe("32");
  expect(readFileSync("Dockerfile", "utf8")).toContain(` UV_THREADPOOL_SIZE=${THREADS} `);
});

test("every process gives memory back after a load, in containers and by npm start", () => {
  for (const { name, env } of listPrograms({} as NodeJS.ProcessEnv, false)) {
    const own = name === "checkin" ? {} : MAP_COMPILERS;
    expect(env, name).toMatchObject({ ...GIVE_BACK, ...own });
    expect(services[name]?.environment, name).toMatchObject(own);
  }
  const [web] = listPrograms({ NODE_ENV: "production", MALLOC_MMAP_THRESHOLD_: "65536" }, false);
  expect(web?.env.MALLOC_MMAP_THRESHOLD_).toBe("65536");
  for (const file of ["Dockerfile", "deploy/systemd/tattle@.service"])
    for (const [name, value] of Object.entries(GIVE_BACK))
      expect(readFileSync(file, "utf8"), file).toContain(` ${name}=${value}`);
});

test("the heap of every process has a limit, in containers, by npm start and by hand, and an operator may set another", () => {
  const document = readFileSync("docs/deployment.md", "utf8");
  const start = (own: object) =>
    listPrograms({ NODE_ENV: "production", MAIL_IN_PORT: "2525", ...own }, false);
  const own = "--max-old-space-size=2048";
  const { services: changed } = readCompose({ ...given, NODE_OPTIONS: own });
  for (const { name, args, env } of start({})) {
    expect(env.NODE_OPTIONS, name).toMatch(/^--max-old-space-size=\d+$/);
    expect(services[name]?.environment?.NODE_OPTIONS?.trim()).toBe(env.NODE_OPTIONS);
    expect(changed[name]?.environment?.NODE_OPTIONS).toBe(`${env.NODE_OPTIONS} ${own}`);
    expect(document).toContain(`node ${[env.NODE_OPTIONS, ...args].join(" ")}`);
  }
  // Node.js takes the last one.
  expect(start({ NODE_OPTIONS: own })[0]?.env.NODE_OPTIONS).toMatch(/ --max-old-space-size=2048$/);
  const [development] = listPrograms({ NODE_ENV: "development" }, true);
  expect(development?.env.NODE_OPTIONS).toBe("");
});

test("no container's log grows without a limit", () => {
  for (const [name, { logging }] of Object.entries(services))
    expect(logging, name).toEqual({ driver: "json-file", options: { "max-size": "20m", "max-file": "5" } });
});

test("emails are taken only if someone wants them", () => {
  expect(listPrograms({} as NodeJS.ProcessEnv, false).map(({ name }) => name)).not.toContain("mailin");
  expect(Object.keys(services).filter((name) => services[name]?.profiles)).toEqual(["mailin"]);
});

test("the environment of the containers is complete and valid", () => {
  for (const name of ours) {
    const { environment = {} } = services[name] ?? {};
    expect(readEnv(environment)).toMatchObject({ APP_URL: "https://tattle.example", DATA_DIR: "/data" });
    expect(environment.NEXTAUTH_URL).toBe(environment.APP_URL);
  }
  expect(() => readCompose({})).toThrow("POSTGRES_PASSWORD is not set");
});

test("services wait until those they depend on are healthy, and every volume is declared", () => {
  for (const [name, { depends_on = {}, healthcheck, volumes: mounted = [] }] of Object.entries(services)) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(services, `${name} needs ${other}`).toHaveProperty(other);
      if (condition === "service_healthy") expect(services[other]?.healthcheck, other).toBeDefined();
    }
    for (const volume of mounted) expect(volumes).toHaveProperty(volume.split(":")[0] ?? "");
    if (name !== "migrate") expect(healthcheck, name).toBeDefined();
  }
  for (const name of ours)
    expect(services[name]?.depends_on).toMatchObject({
      migrate: { condition: "service_completed_successfully" },
    });
});

test("the image is built once, or that of a release, and services that write a journal have a fixed hostname", () => {
  expect(Object.keys(services).filter((name) => services[name]?.build)).toEqual(["migrate"]);
  const image = "ghcr.io/owner/tattle:0.4.0";
  const released = readCompose({ ...given, TATTLE_IMAGE: image }).services;
  for (const name of [...ours, "migrate"])
    expect([services[name]?.image, released[name]?.image]).toEqual(["tattle", image]);
  for (const name of ["web", "checkin", "mailin"]) expect(services[name]?.hostname).toBe(name);
});

test("the tests support every step of the Dockerfile, and the image runs as a user who owns only the data", () => {
  const text = readFileSync("Dockerfile", "utf8");
  const { steps } = readDockerfile(text);
  expect(steps.map(({ kind }) => kind)).toEqual(["COPY", "RUN", "COPY", ...Array(4).fill("RUN")]);
  for (const file of ["package.json", "package-lock.json"]) expect(existsSync(file)).toBe(true);
  expect(text).toMatch(/^USER node$/m);
});
