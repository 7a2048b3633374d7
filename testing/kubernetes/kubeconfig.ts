import { writeFileSync } from "node:fs";
import path from "node:path";

/** A kubeconfig file for a server without credentials. */
export function writeKubeconfig(folder: string, server: string): string {
  const file = path.join(folder, "kubeconfig");
  const config = {
    ...{ apiVersion: "v1", kind: "Config", "current-context": "fake" },
    clusters: [{ name: "fake", cluster: { server } }],
    users: [{ name: "fake", user: {} }],
    contexts: [{ name: "fake", context: { cluster: "fake", user: "fake" } }],
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}
