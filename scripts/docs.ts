import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import tailwind from "@tailwindcss/postcss";
import { build } from "esbuild";
import postcss from "postcss";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import packageJson from "@/package.json" with { type: "json" };

const SOURCES = "app/docs/site";

/** Fonts by their names on the site. */
const FONTS = { sans: "geist-sans/Geist-Variable.woff2", mono: "geist-mono/GeistMono-Variable.woff2" };

/** The addresses in examples. */
const ADDRESSES = {
  APP_URL: "https://tattle.example",
  CHECK_IN_URL: "https://checkin.tattle.example",
  MAIL_IN_PORT: "2525",
  MAIL_IN_DOMAIN: "checkin.tattle.example",
};

/** `npm run docs [-- FOLDER]`: the documentation as a site of files. It needs no server, opened from disk or under any path. */
export async function run([name = "site"]: string[]): Promise<number> {
  const folder = path.resolve(name);
  rmSync(folder, { recursive: true, force: true });
  makeFolder(path.join(folder, "fonts"));
  for (const [font, file] of Object.entries(FONTS))
    cpSync(path.join("node_modules/geist/dist/fonts", file), path.join(folder, "fonts", `${font}.woff2`));
  await writeStylesheet(path.join(folder, "site.css"));
  await build({
    entryPoints: [`${SOURCES}/browser.ts`],
    outfile: path.join(folder, "site.js"),
    bundle: true,
    minify: true,
    target: "es2022",
  });
  await writePages(folder);
  return 0;
}

async function writeStylesheet(file: string): Promise<void> {
  const from = `${SOURCES}/site.css`;
  const { css } = await postcss([tailwind({ optimize: true })]).process(readFileSync(from, "utf8"), { from });
  // What a page of the product shows only without scripts is shown here, where it has none of them.
  writeFileSync(file, css.replaceAll(/\(scripting: ?none\)/g, "all"));
}

/** Compiles the program that renders the pages, and runs it with nothing of this environment but what it needs. */
async function writePages(folder: string): Promise<void> {
  // Inside the folder of the packages, so that the program finds them.
  const program = mkdtempSync(path.join("node_modules", ".docs-"));
  try {
    await build({
      entryPoints: [`${SOURCES}/export.tsx`],
      outfile: path.join(program, "export.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      jsx: "automatic",
      // Node.js finds no modules inside of next without their extension.
      external: Object.keys(packageJson.dependencies).filter((dependency) => dependency !== "next"),
      loader: { ".md": "text" },
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
      logLevel: "warning",
    });
    execFileSync(process.execPath, [path.join(program, "export.mjs"), folder], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...ADDRESSES },
      stdio: "inherit",
    });
  } finally {
    rmSync(program, { recursive: true });
  }
}
