import { createHash } from "node:crypto";
import { slugify } from "@/lib/rules/slug";

/** What makes a job the same job on the next day. `file`: a crontab, the folder of a script, or a unit. */
export type Identity = { host: string; user: string; file: string; command: string };

const MAX_PART = 60;

/** A job by its machine, user, file and command. Two machines with the same line are two jobs. */
export const hashIdentity = ({ host, user, file, command }: Identity): string =>
  createHash("sha256")
    .update(JSON.stringify([host, user, file, command]))
    .digest("hex")
    .slice(0, 16);

/** The slug of the snitch of a new job: readable, and the same again if what is known about it is lost. */
export const slugOfJob = (name: string, hostName: string, identity: Identity): string =>
  [cutSlug(hostName), cutSlug(name), hashIdentity(identity)].filter(Boolean).join("-");

const cutSlug = (text: string) =>
  slugify(text.replace(/[./:]/g, "-")).replaceAll("_", "-").slice(0, MAX_PART).replace(/-+$/, "");
