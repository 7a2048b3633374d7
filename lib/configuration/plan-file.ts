import { invalid, type Validation } from "@/lib/platform/refusal";
import { readInThread } from "@/lib/platform/thread";
import {
  type Compared,
  type ComparedFile,
  compareFile,
  type FileInput,
  type FileRequest,
} from "./compare-file";
import type { Existing } from "./configuration";
import { digestKey } from "./digest";
import { loadExisting } from "./existing";
import type { Owner } from "./owner";
import { findTakenSlugs } from "./sections/pages-store";

/** The case a file describes, and its owner. */
export type Target = {
  caseId: string;
  owner?: Owner;
  /** An upload is read by a thread: whose turn it takes, and what is wrong with one that hits a limit. Null for an operator’s file. */
  upload: { account: string; atLimit: (limit: "time" | "memory") => Validation } | null;
  hidesSecrets?: boolean;
  ignoresHold?: boolean;
};

export type PlannedFile = ComparedFile & { existing: Existing };

/** What applying a file would do, and the plan itself if this is its digest, or if an operator asks. Changes nothing. */
export async function planFile(
  request: FileRequest,
  { caseId, owner, upload, hidesSecrets = false, ignoresHold = false }: Target,
  expected: string | null = null,
): Promise<PlannedFile> {
  let loading: Promise<FileInput> | undefined;
  const load = async (): Promise<FileInput> => {
    const existing = await loadExisting(caseId, owner);
    return {
      ...request,
      existing,
      digestKey: digestKey(),
      expected,
      hidesSecrets,
      ignoresHold,
      isTrusted: !upload,
    };
  };
  const loadInput = () => {
    loading ??= load();
    return loading;
  };
  const output = upload ? await readUpload(loadInput, upload) : compareFile(await loadInput());
  if (output === "malformed") throw new SyntaxError("The body is not JSON.");
  if ("refused" in output) throw invalid(output.refused);
  const { existing } = await loadInput();
  const { locate, ...file } = output;
  const slugProblems = locate ? (await findTakenSlugs(caseId, file.changes)).map(locate) : [];
  return { ...file, problems: [...file.problems, ...slugProblems], existing };
}

async function readUpload(
  loadInput: () => Promise<FileInput>,
  { account, atLimit }: NonNullable<Target["upload"]>,
): Promise<Compared> {
  const result = await readInThread<Compared>("plan-configuration", account, loadInput);
  if ("output" in result) return result.output;
  throw invalid([atLimit(result.limit)]);
}
