import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss from "postcss";
import { makeFolder } from "../lib/platform/make-folder.mjs";

// npm run docs [-- FOLDER]: the documentation as a site of files. It needs no server, opened from disk or under any path.
const folder = path.resolve(process.argv[2] ?? "site");
rmSync(folder, { recursive: true, force: true });
makeFolder(path.join(folder, "fonts"));

for (const [name, file] of [
  ["sans", "geist-sans/Geist-Variable.woff2"],
  ["mono", "geist-mono/GeistMono-Variable.woff2"],
])
  cpSync(path.join("node_modules/geist/dist/fonts", file), path.join(folder, `fonts/${name}.woff2`));

const stylesheet = "app/docs/site/site.css";
const { css } = await postcss([tailwind({ optimize: true })]).process(readFileSync(stylesheet, "utf8"), {
  from: stylesheet,
});
// What a page of the product shows only without scripts is shown here, where it has none of them.
writeFileSync(
  path.join(folder, "site.css"),
  css.replaceAll("(scripting:none)", "all").replaceAll("(scripting: none)", "all"),
);

await build({
  entryPoints: ["app/docs/site/browser.ts"],
  outfile: path.join(folder, "site.js"),
  bundle: true,
  minify: true,
  target: "es2022",
});

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
// Inside the folder of the packages, so that the program finds them.
const program = mkdtempSync(path.join("node_modules", ".docs-"));
try {
  await build({
    entryPoints: ["app/docs/site/export.tsx"],
    outfile: path.join(program, "export.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    // Node.js finds no modules inside of next without their extension.
    external: Object.keys(dependencies).filter((name) => name !== "next"),
    loader: { ".md": "text" },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  // Addresses of examples.
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    REPOSITORY: process.env.REPOSITORY,
    APP_URL: "https://tattle.example",
    CHECK_IN_URL: "https://checkin.tattle.example",
    MAIL_IN_PORT: "2525",
    MAIL_IN_DOMAIN: "checkin.tattle.example",
  };
  execFileSync(process.execPath, [path.join(program, "export.mjs"), folder], { env, stdio: "inherit" });
} finally {
  rmSync(program, { recursive: true });
}
