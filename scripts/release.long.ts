import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { VERSION } from "@/lib/platform/version";
import { findMissing, SystemdMachine } from "@/testing/deploy/systemd-machine";
import { findFreePorts } from "./ports";
import { waitForGreeting } from "./wait-for-greeting";

const NAME = `tattle-${VERSION}-${process.platform}-${process.arch}`;
const folder = mkdtempSync(path.join(tmpdir(), "tattle-release-"));
const [clone, unpacked, bin] = ["clone", "unpacked", "bin"].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
const release = path.join(clone, ".data", "release");
const home = path.join(unpacked, NAME);
const STRANGER = "somebody.example";
let running: ChildProcess | undefined;

beforeAll(() => {
  execFileSync("git", ["clone", "-q", "--no-tags", ".", clone]);
  execFileSync("git", ["-C", clone, "tag", `v${VERSION}`]);
  execFileSync(process.execPath, ["scripts/release.mjs"], {
    cwd: clone,
    stdio: "ignore",
    // An operator's settings, which are not to be in it.
    env: {
      ...withoutTests(),
      APP_URL: `https://pages.${STRANGER}`,
      CHECK_IN_URL: `https://check-ins.${STRANGER}`,
    },
  });
  mkdirSync(unpacked);
  execFileSync("tar", ["-xzf", path.join(release, `${NAME}.tar.gz`), "-C", unpacked]);
  mkdirSync(bin);
  // Postgres cannot run as root, so a start by root asks for its user.
  for (const program of ["node", "sh", "env", "ls", "id", "useradd"]) link(program);
}, 1_800_000);
afterAll(async () => {
  if (running?.exitCode === null) {
    running.kill("SIGTERM");
    await once(running, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/** The environment of a person, without what the tests set. */
const withoutTests = (): NodeJS.ProcessEnv => {
  const isKept = ([name]: [string, unknown]) =>
    /^(PATH|HOME|TMPDIR|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isKept)) as NodeJS.ProcessEnv;
};

function link(program: string) {
  const executable = (process.env.PATH ?? "")
    .split(":")
    .map((place) => path.join(place, program))
    .find(existsSync);
  if (executable)
    symlinkSync(program === "node" ? realpathSync(process.execPath) : executable, path.join(bin, program));
}

test("the files besides the archive say what is in it, and the checksums are correct", () => {
  expect(readdirSync(release).toSorted()).toEqual(
    ["LICENCES.md", "SHA256SUMS", "sbom.cdx.json", NAME, `${NAME}.tar.gz`].toSorted(),
  );
  const sums = readFileSync(path.join(release, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  expect(sums).toHaveLength(3);
  for (const line of sums) {
    const [sum, file = ""] = line.split("  ");
    expect(
      createHash("sha256")
        .update(readFileSync(path.join(release, file)))
        .digest("hex"),
    ).toBe(sum);
  }
  const { components, metadata } = JSON.parse(readFileSync(path.join(release, "sbom.cdx.json"), "utf8"));
  expect(metadata.component).toMatchObject({ name: "tattle", version: VERSION, type: "application" });
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toContain("bullmq");
  expect(names).not.toContain("vitest");
  const licences = readFileSync(path.join(home, "LICENCES.md"), "utf8");
  expect(licences).toMatch(/## MIT\n\n(?:- .+\n)*- bullmq /);
  expect(licences).not.toContain("see its files");
});

test("it fits every installation: no address and no folder of who made it is in it, and unpacked its files are root's and readable", () => {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const traces = files
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => [STRANGER, clone].some((trace) => readFileSync(file).includes(trace)));
  expect(traces).toEqual([]);
  const list = execFileSync("tar", ["-tvzf", path.join(release, `${NAME}.tar.gz`)], {
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const others = list
    .trimEnd()
    .split("\n")
    .filter((line) => !/^(l\S+|[d-]rw.r-.r-.) *root\/root /.test(line));
  expect(others).toEqual([]);
});

/** The lines of a document's block that begin so, without their comments. */
const printedLines = (start: RegExp) =>
  readFileSync("docs/deployment.md", "utf8")
    .split("\n")
    .filter((line) => start.test(line))
    .map((line) => line.replace(/\s+#.*$/, ""));

test("it has the program for machines of jobs without Node.js, with checksums", () => {
  const programs = path.join(home, "dist", "cli");
  const packed = readdirSync(programs).filter((name) => name.startsWith(`tattle-${process.platform}-`));
  expect(packed).toContain(`tattle-${process.platform}-${process.arch}.gz`);
  for (const name of packed.filter((one) => !one.endsWith(".sha256"))) {
    const [sum] = readFileSync(path.join(programs, `${name}.sha256`), "utf8").split(" ");
    const hash = createHash("sha256").update(readFileSync(path.join(programs, name)));
    expect(hash.digest("hex")).toBe(sum);
  }
  const debian = packed.find((name) => name.endsWith(".deb"));
  const committer = execFileSync("git", ["-C", clone, "log", "-1", "--format=%cn <%ce>"], {
    encoding: "utf8",
  });
  if (debian)
    expect(
      execFileSync("dpkg-deb", ["--field", path.join(programs, debian), "Maintainer"], { encoding: "utf8" }),
    ).toBe(committer);
});

test("the lines that the documents print for single processes start each of them, from a release", async () => {
  const { PORT, CHECK_IN_PORT, WORKER_PORT } = await findFreePorts();
  const MAIL_IN_PORT = String(await getPort());
  const database = `release_${process.pid}`;
  await createDatabase(inject("serverUrl"), database);
  const APP_URL = `http://localhost:${PORT}`;
  const env = {
    PATH: bin,
    DATABASE_URL: buildDatabaseUrl(inject("serverUrl"), database),
    DATA_DIR: path.join(folder, "processes"),
    AUTH_SECRET: "x".repeat(32),
    ...{ PORT, CHECK_IN_PORT, WORKER_PORT, APP_URL, NEXTAUTH_URL: APP_URL },
  } as unknown as NodeJS.ProcessEnv;
  const lines = printedLines(/^(TATTLE_BUILD=\S+ )?NODE_ENV=production (MAIL_IN_PORT=2525 )?node .*dist/);
  expect(lines).toHaveLength(4);
  const [migrate = ""] = printedLines(/^node dist\/migrate\.js/);
  expect(execFileSync("sh", ["-c", migrate], { cwd: home, env, encoding: "utf8" })).toContain("Applied ");

  const started = lines.map((line) =>
    spawn("sh", ["-c", `exec ${line.replace("2525", MAIL_IN_PORT).replace(/^/, "env ")}`], {
      cwd: home,
      env,
      stdio: "ignore",
    }),
  );
  try {
    const isReady = async (port: string | undefined) =>
      (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    for (const port of [PORT, CHECK_IN_PORT, WORKER_PORT])
      await vi.waitFor(async () => expect(await isReady(port)).toBe(200), {
        timeout: 120_000,
        interval: 100,
      });
    await vi.waitFor(
      async () => expect(await waitForGreeting(`smtp://127.0.0.1:${MAIL_IN_PORT}`, 1_000)).toBe(true),
      {
        timeout: 120_000,
        interval: 100,
      },
    );
  } finally {
    for (const child of started) child.kill("SIGKILL");
  }
}, 240_000);

test("the lines that the documents print for a service put everything where its unit looks for it", () => {
  const root = path.join(folder, "machine");
  mkdirSync(path.join(root, "etc", "systemd", "system"), { recursive: true });
  mkdirSync(path.join(root, "usr", "local", "sbin"), { recursive: true });
  const inRoot = (line: string) => line.replaceAll(/(?<= |^)(\/(?:opt|etc|usr)\/)/g, `${root}$1`);
  const lines = printedLines(
    /^(mkdir -p \/opt|tar .*tattle-\d|ln -sfn \/opt\/tattle\/(tattle-\d|current)|install -m)/,
  );
  expect(lines).toHaveLength(6);
  for (const line of lines.map(inRoot))
    execFileSync("sh", ["-ec", line.replaceAll("tattle-0.4.0-linux-x64", NAME)], {
      cwd: release,
      env: withoutTests(),
    });
  const unit = readFileSync(path.join(root, "etc/systemd/system/tattle.service"), "utf8");
  const [, program = ""] = /^ExecStart=\S+ (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, program))).toBe(true);
  expect(existsSync(path.join(root, "etc/tattle/env"))).toBe(true);
  execFileSync("sh", ["-n", path.join(root, "usr/local/sbin/tattle-admin")]);
});

test("the lines that the documents print move everything to another Postgres", async () => {
  const [first, moved] = ["first", "moved"].map((name) => `${name}_${process.pid}`) as [string, string];
  for (const database of [first, moved]) await createDatabase(inject("serverUrl"), database);
  const admin = (database: string, line: string) =>
    execFileSync("sh", ["-ec", line.replace("npm run admin --", "node scripts/admin.mjs")], {
      cwd: home,
      env: {
        PATH: bin,
        DATA_DIR: path.join(folder, "moved"),
        DATABASE_URL: buildDatabaseUrl(inject("serverUrl"), database),
      } as unknown as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
  const [backup = "", restore = ""] =
    readFileSync("docs/own-postgres.md", "utf8").match(/npm run admin -- \w+.*$/gm) ?? [];
  admin(first, "npm run admin -- bootstrap --email a@example.com --case Acme --password correct-horse-1");
  const name = /tattle-\S+\.gz/.exec(admin(first, backup))?.[0] ?? "";
  expect(admin(moved, restore.replace("NAME", path.basename(name)))).toMatch(/Restored/);
  expect(admin(moved, "npm run admin -- plan Acme team")).toContain("Acme is on the team plan.");
}, 600_000);

test("it starts with Node alone: no npm, no compiler, no home; and says what it is", async () => {
  const ports = await findFreePorts();
  const addresses = {
    APP_URL: `http://localhost:${ports.PORT}`,
    // A host of its own, from which the processes are also asked for their health.
    CHECK_IN_URL: `http://127.0.0.1:${ports.CHECK_IN_PORT}`,
  };
  const env = {
    PATH: bin,
    HOME: "/nonexistent",
    DATA_DIR: path.join(folder, "data"),
    ...ports,
    ...addresses,
  };
  writeFileSync(path.join(folder, "secret"), "a secret in a file, of which .env knows");
  writeFileSync(path.join(home, ".env"), `AUTH_SECRET_FILE=${path.join(folder, "secret")}\n`);
  running = spawn(path.join(bin, "node"), ["scripts/start.mjs"], {
    cwd: home,
    env: env as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  // Read to its end: a program whose output no one takes any more ends with an error.
  running.stdout?.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  await vi.waitFor(() => expect(output).toContain("Ctrl-C stops everything"), {
    timeout: 120_000,
    interval: 100,
  });
  const commit = execFileSync("git", ["-C", clone, "rev-parse", "HEAD"], { encoding: "utf8" }).slice(0, 12);
  for (const port of [ports.PORT, ports.CHECK_IN_PORT, ports.WORKER_PORT])
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toMatchObject({
      ready: true,
      version: VERSION,
      commit,
    });
  for (const page of ["/sign-up", "/docs", "/docs/runs"])
    expect((await fetch(`http://127.0.0.1:${ports.PORT}${page}`)).status).toBe(200);
  const admin = execFileSync(path.join(bin, "node"), ["scripts/admin.mjs", "setup-code"], {
    cwd: home,
    env: env as unknown as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  expect(admin).toMatch(/\w{4}-\w{4}-\w{4}/);
}, 240_000);

const missing = findMissing();

describe.skipIf(missing)(
  `as a service of systemd, by the lines that the documents print${missing ? `, needs ${missing}` : ""}`,
  () => {
    const shared = path.join(folder, "shared");
    const DATA = "/var/lib/tattle";
    const SETTINGS = {
      APP_URL: "http://localhost:3000",
      // A host of its own, on loopback.
      CHECK_IN_URL: "http://127.0.0.1:3001",
      AUTH_SECRET: "the first secret of this installation",
      BACKUP_DIR: `${DATA}/own-backups`,
      MAIL_FROM: "Tattle at home <tattle@example.com>",
    };
    let machine: SystemdMachine;
    let backup: string;

    /** Runs a line as it is printed, with values in the place of names. */
    async function run(line: string): Promise<string> {
      const { code, output } = await machine.run(line.replaceAll("tattle-0.4.0-linux-x64", NAME));
      expect({ line, code, output }).toMatchObject({ code: 0 });
      return output;
    }
    const fails = async (line: string) => {
      const { code, output } = await machine.run(line);
      expect({ line, code }).toEqual({ line, code: 1 });
      return output;
    };

    /** The block of lines of the section that has this text. */
    function blockWith(text: string): string[] {
      const [, section = ""] =
        /^### As a service of systemd\n(.*?)^### /ms.exec(readFileSync("docs/deployment.md", "utf8")) ?? [];
      const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) =>
        block.trimEnd().split("\n"),
      );
      const matches = blocks.filter((block) => block.some((line) => line.includes(text)));
      expect(matches).toHaveLength(1);
      return matches.flat();
    }

    const configure = (settings: Record<string, string>) =>
      run(
        `cat >> /etc/tattle/env <<'EOF'\n${Object.entries(settings)
          .map((pair) => pair.join("="))
          .join("\n")}\nEOF`,
      );

    const untilServing = () =>
      vi.waitFor(
        async () => {
          for (const port of [3000, 3001, 3002]) await run(`curl -fsS http://127.0.0.1:${port}/readyz`);
        },
        { timeout: 240_000, interval: 500 },
      );

    beforeAll(async () => {
      const layers = path.join(folder, "layers");
      for (const place of [layers, shared]) mkdirSync(place);
      linkSync(path.join(release, `${NAME}.tar.gz`), path.join(shared, `${NAME}.tar.gz`));
      writeFileSync(path.join(shared, "FILE"), "a long password of Ann");
      machine = new SystemdMachine(layers, shared);
      await machine.boot();
      // Where the units look for it.
      await run(`test -x /usr/bin/node || ln -s ${realpathSync(process.execPath)} /usr/bin/node`);
      await run("rm -rf /var/lib/tattle /opt/tattle /etc/tattle");
    }, 120_000);
    afterAll(() => machine?.stop());

    test("it is installed, and serves with a check-in host on loopback", async () => {
      for (const line of blockWith("useradd")) {
        if (line.includes("enable")) await configure(SETTINGS);
        if (line.startsWith("journalctl")) await untilServing();
        const output = await run(line);
        if (line.startsWith("journalctl")) expect(output).toMatch(/http:\/\/localhost:3000\/sign-up\S+/);
      }
      const logged = await run("journalctl -u tattle");
      for (const name of ["check-in server", "web server", "worker"])
        expect(logged).toMatch(
          new RegExp(`"version":"${VERSION}","commit":"[0-9a-f]{12}","msg":"${name} started"`),
        );
      expect(
        await run("curl -sS -H 'Host: 127.0.0.1:3001' http://127.0.0.1:3000/0123456789abcdef"),
      ).toContain("No snitch has this token");
      expect(await run("curl -fsS -H 'Host: 127.0.0.1:3001' http://127.0.0.1:3000/healthz")).toBe("ok");
    }, 600_000);

    test("commands of the operator work on its database, as its user; the program alone refuses, and makes none", async () => {
      for (const line of blockWith("bootstrap")) {
        const output = await run(
          line.replace(" E ", " ann@example.com ").replace("NAME", () => "'Ann''s $HOME $$ %n'"),
        );
        if (line.includes("bootstrap")) expect(output).toContain("Anns $HOME $$ %n (");
        else expect(output).toContain(`Place    ${SETTINGS.BACKUP_DIR}`);
      }
      expect(await run(`stat -c %U:%a ${SETTINGS.BACKUP_DIR} ${SETTINGS.BACKUP_DIR}/*.gz`)).toBe(
        "tattle:700\ntattle:600\n",
      );
      expect(await fails("cd /; node /opt/tattle/current/scripts/admin.mjs backup")).toContain(
        `There is no Tattle in /opt/tattle/${NAME}/.data.`,
      );
      expect(await fails("node /opt/tattle/current/scripts/start.mjs --prepare")).toContain(
        "There is no Tattle in",
      );
      expect(await fails("tattle-admin no-such-command")).toContain("unknown command");
      expect(await run("find /opt/tattle /var/lib/tattle -name PG_VERSION -not -path '*/base/*'")).toBe(
        `${DATA}/postgres/data/PG_VERSION\n`,
      );
      // What the unit is given by `systemctl edit` counts, too.
      await run(
        "mkdir /run/systemd/system/tattle.service.d; printf '[Service]\\nEnvironment=BACKUP_DIR=/nowhere DATA_DIR=/srv/a\\\\x20b\\nEnvironmentFile=\\nEnvironmentFile=/tmp/other\\n' > /run/systemd/system/tattle.service.d/a.conf; echo DATA_DIR=/srv/other > /tmp/other; systemctl daemon-reload",
      );
      expect(await fails("tattle-admin backup")).toContain("There is no Tattle in /srv/other.");
      await run("rm -r /run/systemd/system/tattle.service.d; systemctl daemon-reload");
    }, 600_000);

    test("a new version is prepared while it runs, and takes its place", async () => {
      await run(
        `mkdir new; tar -xzf ${NAME}.tar.gz -C new; mv new/${NAME} new/tattle-NEW; tar -czf tattle-NEW.tar.gz -C new tattle-NEW`,
      );
      for (const line of blockWith("tattle-admin prepare")) {
        const output = await run(line);
        if (line.startsWith("tattle-admin backup")) backup = /Backup {3}(\S+)/.exec(output)?.[1] ?? "";
        if (line.startsWith("tattle-admin prepare"))
          expect(output).toContain(`Tattle ${VERSION} is prepared. Stop`);
      }
      await untilServing();
      expect(await run("readlink /proc/$(systemctl show -p MainPID --value tattle)/cwd")).toBe(
        "/opt/tattle/tattle-NEW\n",
      );
      expect(await run('tattle-admin export "Anns \\$HOME \\$\\$ %n"')).toContain("snitches");
    }, 600_000);

    test("the secret is changed, and a wrong one is reported", async () => {
      await run('tattle-admin webhook "Anns \\$HOME \\$\\$ %n" https://hooks.example.com/');
      await configure({
        AUTH_SECRET: "a second secret of this installation",
        AUTH_SECRET_PREVIOUS: SETTINGS.AUTH_SECRET,
      });
      await run("systemctl restart tattle");
      await untilServing();
      expect(readFileSync("docs/deployment.md", "utf8")).toContain("`tattle-admin reseal`");
      expect(await run("tattle-admin reseal")).toMatch(/Re-encrypted [12] channels?/);
      await configure({ AUTH_SECRET: "a third secret, which nobody has used" });
      await run("systemctl restart tattle");
      await vi.waitFor(
        async () =>
          expect(await run("journalctl -u tattle")).toContain("AUTH_SECRET is not the one that encrypted"),
        { timeout: 240_000, interval: 500 },
      );
      await configure({ AUTH_SECRET: "a second secret of this installation" });
    }, 600_000);

    test("a backup is restored", async () => {
      await run("tattle-admin bootstrap --email ben@example.com --case Later --password-stdin < FILE");
      for (const line of blockWith("restore")) {
        const output = await run(line.replace("NAME", backup));
        if (line.includes("restore")) expect(output).toContain("Restored ");
      }
      await untilServing();
      expect(await run('tattle-admin export "Anns \\$HOME \\$\\$ %n"')).toContain("snitches");
      expect(await fails("tattle-admin export Later")).toContain("No such case.");
    }, 600_000);

    test("with single processes, commands run as the worker", async () => {
      await run(
        "systemctl disable --now tattle; rm /etc/systemd/system/tattle.service; install -m 644 /opt/tattle/current/deploy/systemd/tattle@.service /etc/systemd/system/; systemctl daemon-reload",
      );
      await configure({ DATABASE_URL: "postgres://tattle@127.0.0.1:9/tattle" });
      expect(await fails("tattle-admin backup")).toContain("no Postgres server is responding at 127.0.0.1:9");
      expect(await run("stat -c %U /var/lib/tattle/worker")).toBe("tattle\n");
    }, 600_000);
  },
);
