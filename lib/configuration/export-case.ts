import { loadExisting } from "./existing";
import { type Format, renderExisting } from "./export";
import { assignKeys } from "./save-keys";

/** The configuration of a case as a file. The same configuration gives the same text. Gives keys to what has none. */
export async function exportCase(caseId: string, format: Format): Promise<string> {
  await assignKeys(caseId);
  return renderExisting(await loadExisting(caseId), format);
}
