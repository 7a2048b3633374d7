/** Words of a shell, and programs that only prepare for or start another one. What follows their options is the next word. */
const PREFIXES = new Set(
  "if then else elif while until do ! { ( exec command env nice ionice time nohup setsid chronic sudo doas stdbuf eval".split(
    " ",
  ),
);
/** The same with one word of their own before the program. */
const PREFIXES_WITH_A_WORD = new Set(["flock", "timeout", "chroot", "taskset", "chrt", "lockrun", "setlock"]);
/** What a command does before it comes to its job. */
const PREPARATIONS = new Set(
  "cd test [ [[ : true false sleep export set umask ulimit source . mkdir touch date unset trap wait fi done esac case for exit return PATH".split(
    " ",
  ),
);
const SHELLS = /^(sh|bash|dash|zsh|ksh)$/;
const INTERPRETERS = /^(sh|bash|dash|zsh|ksh|python[\d.]*|perl|ruby|node|php[\d.]*|java)$/;
/** Programs whose first word says what they do. */
const MANY_IN_ONE = new Set([
  "docker",
  "kubectl",
  "artisan",
  "invoke-rc.d",
  "git",
  "npm",
  "systemctl",
  "service",
  "borg",
  "restic",
  "certbot",
  "mailman",
  "aws",
  "gcloud",
]);
/** The options of such programs that are followed by a value. */
const OPTIONS_WITH_A_VALUE: Record<string, string[]> = {
  nice: ["-n"],
  ionice: ["-c", "-n"],
  sudo: ["-u", "-g", "--user", "--group"],
  doas: ["-u"],
  flock: ["-w", "-E"],
  timeout: ["-k", "-s"],
  stdbuf: ["-i", "-o", "-e"],
};

const MAX_LENGTH = 100;

/** What people would call the job of a command: the name of its program or script. Empty if there is none. */
export function nameJob(command: string): string {
  for (const segment of splitSegments(command)) {
    const name = nameSegment(segment);
    if (name !== "") return name.slice(0, MAX_LENGTH);
  }
  return "";
}

/** The simple commands of a command line, each in words. */
function splitSegments(command: string): string[][] {
  const segments: string[][] = [[]];
  for (const [token] of command.matchAll(
    /"(?:\\.|[^"\\])*"|'[^']*'|&&|\|\||[;|&()\n{}]|(?:\$\((?:[^()]|\([^()]*\))*\)|\\.|[^\s;|&(){}"'\\])+|\\/gs,
  )) {
    if (/^(&&|\|\||[;|&()\n{}])$/.test(token)) segments.push([]);
    else segments.at(-1)?.push(token.replace(/^(["'])(.*)\1$/s, "$2"));
  }
  return segments.filter((parts) => parts.length > 0);
}

function nameSegment(parts: string[]): string {
  let rest = parts;
  while (rest.length > 0) {
    const [word = "", ...others] = rest;
    const program = baseName(word);
    if (/^[A-Za-z_]\w*=/.test(word) || /^[<>\d]/.test(word)) rest = others;
    else if (PREPARATIONS.has(program)) return "";
    else if (PREFIXES.has(program)) rest = skipOptions(program, others);
    else if (PREFIXES_WITH_A_WORD.has(program)) rest = skipOptions(program, others).slice(1);
    else return nameProgram(program, others);
  }
  return "";
}

function nameProgram(program: string, others: string[]): string {
  if (INTERPRETERS.test(program)) return nameScript(program, others);
  const [action = ""] = others;
  const hasAction = MANY_IN_ONE.has(program) && /^[a-z][\w:-]*$/.test(action);
  return hasAction ? `${program} ${action}` : withoutSuffix(program);
}

function nameScript(interpreter: string, parts: string[]): string {
  const at = parts.findIndex((word) => !word.startsWith("-"));
  if (at < 0) return interpreter;
  const option = parts[at - 1] ?? "";
  const word = parts[at] ?? "";
  if (option === "-m") return word;
  if (/^-[a-z]*c$/.test(option) && SHELLS.test(interpreter)) return nameJob(word);
  // Many jobs wait for a random time first, so that not all machines start at once.
  if (/^-[a-z]*[ecr]$/.test(option)) return /\bsleep\b/.test(word) ? "" : interpreter;
  return nameProgram(withoutSuffix(word), parts.slice(at + 1));
}

const baseName = (word: string) => word.split("/").at(-1) ?? "";
const withoutSuffix = (word: string) =>
  baseName(word).replace(/\.(sh|bash|py|rb|pl|php|js|mjs|cjs|ts|jar)$/, "");

function skipOptions(program: string, parts: string[]): string[] {
  const withValue = OPTIONS_WITH_A_VALUE[program] ?? [];
  let rest = parts;
  while (rest[0]?.startsWith("-") && rest[0] !== "-") rest = rest.slice(withValue.includes(rest[0]) ? 2 : 1);
  return rest;
}
