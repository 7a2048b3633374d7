import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

// `npm run publish:prepare ADDRESS`: makes this the repository's address in package.json, and in each file that repeats it or names
// its images, and prints what is left to do.

/** How files name a repository at GitHub: itself, its image and its charts. Null if the address isn't one. */
function namesOf(address) {
  const [, owner, name] = /^https:\/\/github\.com\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(address) ?? [];
  if (!name) return null;
  const registry = `ghcr.io/${owner.toLowerCase()}`;
  return [`https://github.com/${owner}/${name}`, `${registry}/${name.toLowerCase()}`, `${registry}/charts`];
}

const names = namesOf(process.argv[2] ?? "");
if (!names) {
  console.error(
    "Enter the repository's address, such as npm run publish:prepare https://github.com/acme/tattle",
  );
  process.exit(2);
}
const former = namesOf(JSON.parse(readFileSync("package.json", "utf8")).repository);
for (const file of execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").slice(0, -1)) {
  const text = readFileSync(file, "utf8");
  const next = former.reduce((all, name, at) => all.replaceAll(name, names[at]), text);
  if (next !== text) writeFileSync(file, next);
}
console.log(readFileSync("docs/publishing.md", "utf8"));
