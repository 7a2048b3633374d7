"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { argument } from "@/app/actions/inputs";
import { may } from "@/lib/cases/roles";
import type { Origin } from "@/lib/imports/api";
import { importInto, importPlaces } from "@/lib/imports/import";
import { SOURCE_NAMES } from "@/lib/imports/source-names";
import { LOADERS } from "@/lib/imports/sources";
import { env } from "@/lib/platform/env";
import { invalid, invalidAttribute, notFound, Refusal } from "@/lib/platform/refusal";
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from "./products";

const source = argument((value) => {
  const name = SOURCE_NAMES.find((each) => each === value);
  if (name) return name;
  throw notFound("product");
});

/** Imports, or says what an import would do. Neither the key nor the file is kept. */
export const importAction = caseAction(
  "manage_snitches",
  [source],
  ({ theCase, user, role, by, form, now }, name) =>
    importPlaces.use(user.id, async () => {
      const imported = await LOADERS[name](await originIn(form, user.id)).catch(nameInput);
      const isDryRun = form.get("mode") !== "import";
      const mayAddChannels = may(role, "manage_channels");
      const report = await importInto(theCase, imported, { by, now, isDryRun, mayAddChannels });
      if (!isDryRun) refresh();
      return report;
    }),
);

async function originIn(form: FormData, account: string): Promise<Origin> {
  const file = form.get("file");
  const hasFile = file instanceof File;
  if (hasFile && file.size > MAX_FILE_BYTES) {
    throw invalidAttribute("file", FILE_TOO_LARGE);
  }
  return {
    account,
    url: textIn(form, "url"),
    key: textIn(form, "secret.key"),
    organization: textIn(form, "organization"),
    file: hasFile ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    allowPrivate: env.ALLOW_PRIVATE_TARGETS,
  };
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The input of the key has a name that keeps its value out of the page. */
function nameInput(error: unknown): never {
  if (!(error instanceof Refusal) || !error.validations) throw error;
  throw invalid(
    error.validations.map(({ attribute, message }) => ({
      attribute: attribute === "key" ? "secret.key" : attribute,
      message,
    })),
  );
}
