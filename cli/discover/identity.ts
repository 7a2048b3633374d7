import { createHash, createHmac } from "node:crypto";
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

/** What the slugs of a user's jobs are made with: the runs of a user must not know it of the jobs of others. */
export const secretOfUser = (secret: string, user: string): string =>
  createHmac("sha256", secret).update(user).digest("hex");

/**
 * The slug of the snitch of a new job: readable, and the same again for the same secret. Without one, anyone who knows the job knows the
 * slug: so it was until version 0.3.1.
 */
export function slugOfJob(name: string, hostName: string, identity: Identity, secret: string | null): string {
  const hash = hashIdentity(identity);
  const suffix =
    secret === null ? hash : createHmac("sha256", secret).update(hash).digest("hex").slice(0, 16);
  return [cutSlug(hostName), cutSlug(name), suffix].filter(Boolean).join("-");
}

const cutSlug = (text: string) =>
  slugify(text.replace(/[./:]/g, "-")).replaceAll("_", "-").slice(0, MAX_PART).replace(/-+$/, "");
