import { SECRET_NAMES } from "./secret-files";

/** What stands in `.env` for others: Node.js, its C library, compose.yaml, next-auth and tests. */
const OF_OTHERS =
  /^(?:NODE_\w+|UV_THREADPOOL_SIZE|MALLOC_\w+|TZ|TATTLE_\w+|COMPOSE_\w+|COMMIT|POSTGRES_PASSWORD|PUBLISH|NEXTAUTH_URL|NEXT_TELEMETRY_DISABLED|TEST_\w+|PLAYWRIGHT_\w+)$/;

/** Shorter names are near to too many others: PATH to PORT. */
const MIN_LETTERS = 6;

/** A line for each name in `.env` that means nothing, and for each in the environment that is nearly one that does. */
export function explainUnknown(inEnvironment: string[], inFile: string[], names: string[]): string[] {
  const known = [...names, ...SECRET_NAMES.map((name) => `${name}_FILE`)];
  const isUnknown = (name: string) => !known.includes(name) && !OF_OTHERS.test(name);
  const others = inEnvironment.filter((name) => !inFile.includes(name) && name.length >= MIN_LETTERS);
  return [
    ...inFile.filter(isUnknown).map((name) => {
      const meant = known.find((other) => areNear(name, other));
      return `.env: ${name} is not a setting of Tattle. ${meant ? `Did you mean ${meant}?` : "See .env.example."}`;
    }),
    ...others.filter(isUnknown).flatMap((name) => {
      const meant = known.find((other) => areNear(name, other));
      return meant ? `${name} is not a setting of Tattle. Did you mean ${meant}?` : [];
    }),
  ];
}

/** Whether two names have the same letters but for underscores, case and one letter: more, less, another one or in another place. */
function areNear(one: string, other: string): boolean {
  const shapes = listShapes(other);
  return listShapes(one).some((shape) => shapes.includes(shape));
}

function listShapes(name: string): string[] {
  const letters = name.replaceAll("_", "").toUpperCase();
  return [letters, ...[...letters].map((_, i) => letters.slice(0, i) + letters.slice(i + 1))];
}
