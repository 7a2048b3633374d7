import type { SourceName } from "@/lib/imports/source-names";

export type ProductField = {
  name: "url" | "key" | "organization" | "file";
  label: string;
  hint: string;
  example?: string;
  isOptional?: boolean;
  /** The names of files that can be chosen. */
  accept?: string;
};

export type Product = {
  source: SourceName;
  label: string;
  /** What an import needs, as the end of a sentence. */
  needs: string;
  /** What of a job’s address stays. */
  keeps: string;
  fields: ProductField[];
};

const key = (hint: string): ProductField => ({ name: "key", label: "API key", hint });

const address = (example: string): ProductField => ({
  name: "url",
  label: "Address",
  hint: "Only if you host it yourself.",
  example,
  isOptional: true,
});

/** The products that can be imported from, as the page shows them. */
export const PRODUCTS: Product[] = [
  {
    source: "healthchecks",
    label: "Healthchecks",
    needs: "An API key of the project with write access",
    keeps: "The UUIDs and slugs of the ping URLs stay the same.",
    fields: [key("In Healthchecks: the project’s settings, API Access."), address("https://healthchecks.io")],
  },
  {
    source: "kuma",
    label: "Uptime Kuma",
    needs: "The file kuma.db from its data folder",
    keeps: "The tokens of the push URLs stay the same, and its notifications become channels.",
    fields: [
      {
        name: "file",
        label: "kuma.db",
        accept: ".db",
        hint: "At most 20 MB. Stop Uptime Kuma before you copy it, so that the file is complete.",
      },
    ],
  },
  {
    source: "cronitor",
    label: "Cronitor",
    needs: "An API key that can read monitors",
    keeps: "The keys of the monitors stay the same.",
    fields: [key("In Cronitor: Settings, API Keys.")],
  },
  {
    source: "sentry",
    label: "Sentry Crons",
    needs: "An auth token with the scope org:read",
    keeps: "The slugs and environments of the monitors stay the same.",
    fields: [
      {
        name: "organization",
        label: "Organization",
        hint: "Its slug, as in the address of its pages.",
        example: "acme",
      },
      { ...key("In Sentry: Settings, Auth Tokens. It needs the scope org:read."), label: "Auth token" },
      address("https://sentry.io"),
    ],
  },
  {
    source: "betterstack",
    label: "Better Stack",
    needs: "An Uptime API token of the team",
    keeps: "The tokens of the heartbeat URLs stay the same.",
    fields: [{ ...key("In Better Stack: the team’s settings, API tokens."), label: "API token" }],
  },
  {
    source: "opsgenie",
    label: "Opsgenie",
    needs: "An API key with access to configurations, or a file of its heartbeats",
    keeps: "The names of the heartbeats stay the same.",
    fields: [
      { ...key("In Opsgenie: an API integration with access to configurations."), isOptional: true },
      { ...address("https://api.eu.opsgenie.com"), hint: "Only for an account in the EU." },
      {
        name: "file",
        label: "File",
        hint: "In place of a key: the response of https://api.opsgenie.com/v2/heartbeats.",
        isOptional: true,
        accept: ".json",
      },
    ],
  },
  {
    source: "dms",
    label: "Dead Man’s Snitch",
    needs: "An API key of the case",
    keeps: "The tokens of the check-in URLs stay the same.",
    fields: [
      key("On the case’s API Keys page."),
      { ...address("https://api.deadmanssnitch.com"), hint: "Only for another Tattle installation." },
    ],
  },
];

/** Null if there is no such product. */
export const findProduct = (source: string) => PRODUCTS.find((product) => product.source === source) ?? null;

/** Server actions get no larger file: see next.config.ts. */
export const MAX_FILE_BYTES = 20 * 1_024 * 1_024;

export const FILE_TOO_LARGE =
  "is larger than 20 MB: the operator of this installation can import it from the command line";
