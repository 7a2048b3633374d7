"use client";

import { use, useActionState, useEffect, useRef } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button";
import { type FormAction, type FormState, FormStateContext, validationSentence } from "./form-state";
import { ProofFields } from "./proof-fields";
import { afterConfirmation } from "./proof-store";
import { whileReachable } from "./reachable";
import { useBrowserValue } from "./use-browser-value";
import { useDraft } from "./use-draft";

export type { FormAction, FormState } from "./form-state";

type FormOptions = Omit<React.ComponentProps<"form">, "action"> & {
  /** Ask before the page is left with unsaved changes. */
  asksBeforeLeaving?: boolean;
  /** The attributes that the form has fields for. Problems of others are shown above them. All, if absent. */
  fields?: string[];
};

/**
 * The state of a form and the function that submits it. Without JavaScript the browser submits to the action itself; with
 * it, a server that cannot be reached becomes an error of the form, and a dialog asks who the person is if the action needs to know.
 */
export function useForm<State extends FormState>(action: FormAction<State>) {
  const isHydrated = useBrowserValue(() => true, false);
  return useActionState<State, FormData>(
    isHydrated ? afterConfirmation(whileReachable(action)) : action,
    {} as Awaited<State>,
  );
}

/** A form that works without JavaScript, keeps the typed values and focuses the first field with an error. */
export function Form({ action, ...form }: FormOptions & { action: FormAction }) {
  const [state, submit] = useForm(action);
  return <StatefulForm {...form} state={state} submit={submit} />;
}

type StatefulFormProps = FormOptions & {
  state: FormState;
  submit: (form: FormData) => void;
};

/** A form for callers that keep the state themselves. */
export function StatefulForm({
  state,
  submit,
  children,
  className = "grid gap-5",
  asksBeforeLeaving = false,
  fields,
  ...form
}: StatefulFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useDraft(ref, state, asksBeforeLeaving);
  useFocusOnError(ref, state);

  return (
    <FormStateContext value={state}>
      <form {...form} ref={ref} action={submit} noValidate className={className}>
        <FormError state={state} fields={fields} />
        {state.confirm && <ProofFields proofs={state.confirm} />}
        {children}
      </form>
    </FormStateContext>
  );
}

type QueryFormProps = Omit<React.ComponentProps<"form">, "action"> & { action: string; state: FormState };

/**
 * A form whose fields are the query of a page, so that what it asks for can be linked to. `state`: what the page made of the
 * query.
 */
export function QueryForm({ state, children, className = "grid gap-5", ...form }: QueryFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useFocusOnError(ref, state);
  return (
    <FormStateContext value={state}>
      <form {...form} ref={ref} noValidate className={className}>
        <FormError state={state} />
        {children}
      </form>
    </FormStateContext>
  );
}

/** Focuses the first field with an error, or the error of the whole form. */
function useFocusOnError(ref: React.RefObject<HTMLFormElement | null>, state: FormState): void {
  useEffect(() => {
    if (!state.error) return;
    const invalidField = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const details = invalidField?.closest("details");
    if (details) details.open = true;
    (invalidField ?? ref.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [ref, state]);
}

/** Confirms success next to the button. */
export function Saved({ children = "Saved." }: { children?: React.ReactNode }) {
  const { done } = use(FormStateContext);
  return (
    <span aria-live="polite" className="text-sm text-ink-quiet">
      {done && children}
    </span>
  );
}

function FormError({ state: { error, validations = [] }, fields }: { state: FormState; fields?: string[] }) {
  // Errors that are shown next to their field are not repeated.
  const others = fields ? validations.filter(({ attribute }) => !fields.includes(attribute)) : [];
  if (!error || (validations.length > 0 && others.length === 0)) return null;
  const sentences = others.map(({ attribute, message }) => validationSentence(labelOf(attribute), message));
  return (
    <p
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm text-failed"
    >
      {sentences.length > 0 ? sentences.join(" ") : error}
    </p>
  );
}

/** “Alert type” of `alert_type` */
const labelOf = (attribute: string) =>
  `${attribute.charAt(0).toUpperCase()}${attribute.slice(1).replaceAll("_", " ")}`;

type SubmitProps = React.ComponentProps<typeof Button> & { busy: string };

/**
 * Shows a busy label while the form is submitted; one of several, with a name, only if it was the one clicked. Never disabled,
 * so that it keeps the focus.
 */
export function Submit({ busy, children, look = "primary", ...button }: SubmitProps) {
  const { pending, data } = useFormStatus();
  const isPressed = pending && (!button.name || data.get(button.name) === button.value);
  return (
    <Button {...button} look={look} type="submit" aria-disabled={pending || undefined}>
      {isPressed ? busy : children}
    </Button>
  );
}
