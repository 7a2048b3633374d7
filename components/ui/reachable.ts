import { unstable_rethrow } from "next/navigation";

type Failed = { error?: string; values?: Record<string, string> };
type Action<State extends Failed> = (previous: State, form: FormData) => Promise<State>;

const UNREACHABLE =
  "Couldn’t connect to Tattle, so this may not have been saved. What you typed is still here. Try again.";

/** Not passwords and secrets, which must not be written into the page, and not the fields that React adds. */
const isTyped = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
  typeof entry[1] === "string" && !/password|current|^secret\./.test(entry[0]) && !entry[0].startsWith("$");

/**
 * The same form action, but a lost connection or a failed server becomes the form's state. Otherwise it would replace the
 * page, and what was typed would be lost.
 */
export const whileReachable =
  <State extends Failed>(action: Action<State>): Action<State> =>
  async (previous, form) => {
    try {
      return await action(previous, form);
    } catch (error) {
      // Redirects and missing pages are thrown, too.
      unstable_rethrow(error);
      return { error: UNREACHABLE, values: Object.fromEntries([...form].filter(isTyped)) } as State;
    }
  };

/** The same for an action without a form, which resolves with an error message, or with nothing on success. */
export async function catchUnreachable(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    unstable_rethrow(error);
    return "Couldn’t connect to Tattle. Try again.";
  }
}
