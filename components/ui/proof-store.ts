import type { Proofs } from "@/lib/people/second-factors/confirm";
import type { FormState } from "./form-state";

/** Asks the person who they are. Resolves with whether they have shown it. */
type Ask = (proofs: Proofs) => Promise<boolean>;

/** The dialog of this page. Null while there is none: then a form asks by fields of its own. */
let ask: Ask | null = null;

/** Registers the dialog of the page. Returns a function that removes it. */
export function openWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

type Action<State extends FormState> = (previous: State, form: FormData) => Promise<State>;

/** The same form action, but if it needs to know who the person is, a dialog asks them, and the same form is sent once more. */
export const afterConfirmation =
  <State extends FormState>(action: Action<State>): Action<State> =>
  async (previous, form) => {
    const state = await action(previous, form);
    if (!state.confirm || !ask) return state;
    if (await ask(state.confirm)) return action(previous, form);
    return { error: CANCELLED, values: state.values } as State;
  };

const CANCELLED = "Nothing was changed, because you didn’t confirm your identity.";
