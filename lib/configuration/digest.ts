import { createHash, createHmac, hkdfSync } from "node:crypto";
import { authSecret } from "@/lib/platform/auth-secret";
import { buildContent, type Configuration, type Existing } from "./configuration";
import { renderExisting } from "./export";

/** With it, a digest shows nothing of the secrets that a file may have, also not to someone who guesses them. */
export const digestKey = (): string =>
  Buffer.from(hkdfSync("sha256", authSecret(), "tattle", "digests of configurations", 32)).toString("hex");

/** Stands for what a case has, as its file says it. No check-in changes it but by other settings. */
export const hashExisting = (existing: Existing): string =>
  createHash("sha256").update(renderExisting(existing, "json")).digest("hex");

type Planned = { file: Configuration; existingHash: string; owner: Existing["owner"]; prunes: boolean };

/** Stands for what is planned: this file, however it is written, for what the case has. */
export const computeDigest = (key: string, { file, existingHash, owner, prunes }: Planned): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([buildContent(file), existingHash, owner?.tags ?? null, prunes]))
    .digest("hex");
