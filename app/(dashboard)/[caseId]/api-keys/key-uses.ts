/** What a key is for, by the protocol that it belongs to and what it may do there. */
const USES = {
  "tattle:full": "Read and write",
  "tattle:read": "Read only",
  "tattle:acknowledge": "Read, acknowledge, snooze and pause",
  "tattle:plan": "Read and preview changes",
  "tattle:ping": "Check-ins only",
  "healthchecks:full": "Healthchecks: read and write",
  "healthchecks:read": "Healthchecks: read only",
  "healthchecks:ping": "Healthchecks: check-ins by slug",
  "cronitor:ping": "Cronitor: check-ins",
} as const;

/** One sentence on what a key of each use is for. */
export const USE_SENTENCES: Record<keyof typeof USES, string> = {
  "tattle:full": "Full access to the API. For Terraform, operators and scripts.",
  "tattle:read":
    "Reads everything, including check-in URLs, so anyone with the key can check in for your jobs.",
  "tattle:acknowledge": "Reads, acknowledges, snoozes and pauses. For chats, pagers and people on call.",
  "tattle:plan": "Reads, and previews what a configuration file would change. For pull requests.",
  "tattle:ping": "Checks in and adds snitches by name, but can’t read anything. For machines that run jobs.",
  "healthchecks:full": "For programs that manage checks through the Healthchecks API.",
  "healthchecks:read": "For programs that read checks through the Healthchecks API.",
  "healthchecks:ping": "For jobs that ping by slug, as with Healthchecks.",
  "cronitor:ping": "For jobs that send telemetry, as with Cronitor.",
};

export type KeyUse = keyof typeof USES;

export const isUse = (text: string): text is KeyUse => text in USES;

const [ofTattle, ofOthers] = [true, false].map((isTattle) =>
  Object.entries(USES).filter(([use]) => use.startsWith("tattle:") === isTattle),
);

/** The uses as choices of a form: those of Tattle’s own API, and those of other protocols. */
export const KEY_USES = [
  { protocol: "Tattle’s API", uses: ofTattle ?? [] },
  { protocol: "Other protocols", uses: ofOthers ?? [] },
];

/** The kind and the access of a new key, as the form sends them. An unknown use is left to the check of its parts. */
export function parseKeyUse(use: string): { kind: string; access: string } {
  const [kind = "", access = ""] = use.split(":");
  return { kind, access };
}

/** The use of a key that has this kind and this access. */
export function toKeyUse({ kind, access }: { kind: string; access: string }): KeyUse {
  const use = `${kind}:${access}`;
  if (!isUse(use)) throw new Error(`No key is ${use}.`);
  return use;
}

/** What a key may do, in words. */
export const formatPermissions = (key: { kind: string; access: string }) => USES[toKeyUse(key)];

/** A command that shows that a new key works, and what the command does. */
export function buildExampleCommand(
  use: KeyUse,
  { key, appUrl, checkInUrl }: { key: string; appUrl: string; checkInUrl: string },
): { says: string; command: string } {
  switch (use) {
    case "tattle:full":
    case "tattle:read":
    case "tattle:acknowledge":
    case "tattle:plan":
      return { says: "this lists your snitches", command: `curl -u ${key}: ${appUrl}/v1/snitches` };
    case "tattle:ping":
      return {
        says: "this returns the check-in URL of a snitch, and creates the snitch if it is new",
        command: `curl -u ${key}: -X PUT ${appUrl}/v1/snitches/slugs/nightly-backup`,
      };
    case "healthchecks:full":
    case "healthchecks:read":
      return {
        says: "this lists your snitches as checks",
        command: `curl -H "X-Api-Key: ${key}" ${appUrl}/api/v3/checks/`,
      };
    case "healthchecks:ping":
      return {
        says: "this checks in, and creates the snitch if it is new",
        command: `curl "${checkInUrl}/ping/${key}/nightly-backup?create=1"`,
      };
    case "cronitor:ping":
      return {
        says: "this reports a completed run, and creates the snitch if it is new",
        command: `curl "${checkInUrl}/p/${key}/nightly-backup?state=complete"`,
      };
  }
}
