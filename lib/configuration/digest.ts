import { createHash, createHmac, hkdfSync } from "node:crypto";
import { authSecret } from "@/lib/platform/auth-secret";
import { buildContent, type Configuration, type Existing } from "./configuration";
import { renderExisting } from "./export";

/** With it, a digest shows nothing of the secrets that a file may have, also not to someone who guesses them. */
export const digestKey = (): string =>
  Buffer.from(hkdfSync("sha256", authSecret(), "tattle", "digests of configurations", 32)).toString("hex");

/** A digest of the case's content, as its file states it. Check-ins change it only if they change settings. */
export const hashExisting = (existing: Existing): string =>
  createHash("sha256").update(renderExisting(existing, "json")).digest("hex");

type Planned = { file: Configuration; existingHash: string; owner: Existing["owner"]; prunes: boolean };

/** A digest of the plan: this file, however it is written, applied to the case's content. */
export const computeDigest = (key: string, { file, existingHash, owner, prunes }: Planned): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([buildContent(file), existingHash, owner?.tags ?? null, prunes]))
    .digest("hex");
