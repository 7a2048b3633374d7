import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const OTHER_DATABASES = /^query_compiler.*\.(cockroachdb|mysql|sqlite|sqlserver)\./;
/** The schema names the small one. */
const FAST_COMPILER = /^query_compiler_fast/;
const ALL = /./;

/** Folders of packages, and which of their files nothing here reads: 230 MB. */
const UNUSED = [
  ["@prisma/client/runtime", OTHER_DATABASES],
  ["@prisma/client/runtime", FAST_COMPILER],
  ["prisma/build", OTHER_DATABASES],
  // The pages of Prisma Studio are in `prisma/build`, too, and `prisma dev` has a database of its own.
  ["@prisma/studio-core/dist/ui", ALL],
  ["@prisma/dev/dist/runtime-assets", ALL],
  // Node.js reads the map of a source only with `--enable-source-maps`, and these are of the server's own.
  ["next/dist/compiled/next-server", /\.map$/],
  ["sql.js/dist", /^(?!sql-wasm\.(js|wasm)$)/],
];

/** The files of installed packages that nothing here reads, and that are not deleted yet. */
export const listUnused = (packages = "node_modules") =>
  UNUSED.map(([folder, pattern]) => [path.join(packages, folder), pattern])
    .filter(([folder]) => existsSync(folder))
    .flatMap(([folder, pattern]) =>
      readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => path.join(folder, name)),
    );

export function deleteUnused() {
  for (const file of listUnused()) rmSync(file, { recursive: true, force: true });
}
