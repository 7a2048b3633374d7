"use client";

import { createContext, use, useActionState, useEffect, useRef } from "react";
import { useFormStatus } from "react-dom";
import { Button } from "./button";

/** The result of a form action: done, or an error together with the typed values. */
export type Outcome = {
  /** Whether to confirm success, where the page itself does not show it. */
  done?: boolean;
  error?: string;
  validations?: { attribute: string; message: string }[];
  values?: Record<string, string>;
};

export type FormAction = (previous: Outcome, form: FormData) => Promise<Outcome>;

const Said = createContext<Outcome>({});

/** The error of one field after the latest submission. */
export function useSaid(name: string, label: string) {
  const { validations, values } = use(Said);
  const wrong = validations?.find(({ attribute }) => attribute === name || attribute.startsWith(`${name}.`));
  return {
    error: wrong && `${label} ${wrong.message.replaceAll("'", "’")}.`,
    typed: values?.[name],
  };
}

type FormProps = Omit<React.ComponentProps<"form">, "action"> & { action: FormAction };

/** A form that works without JavaScript, keeps the typed values and focuses the first field with an error. */
export function Form({ action, ...form }: FormProps) {
  const [outcome, submit] = useActionState(action, {});
  return <FormOf {...form} outcome={outcome} submit={submit} />;
}

type FormOfProps = Omit<React.ComponentProps<"form">, "action"> & {
  outcome: Outcome;
  submit: (form: FormData) => void;
};

/** The same, for callers that need the whole result. */
export function FormOf({ outcome, submit, children, className = "grid gap-5", ...form }: FormOfProps) {
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!outcome.error) return;
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const fold = wrong?.closest("details");
    if (fold) fold.open = true;
    (wrong ?? ref.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [outcome]);

  return (
    <Said value={outcome}>
      <form {...form} ref={ref} action={submit} noValidate className={className}>
        <Complaint outcome={outcome} />
        {children}
      </form>
    </Said>
  );
}

/** Confirms success beside the button. */
export function Saved({ children = "Saved." }: { children?: React.ReactNode }) {
  const { done } = use(Said);
  return (
    <span aria-live="polite" className="text-sm text-ink-quiet">
      {done && children}
    </span>
  );
}

function Complaint({ outcome: { error, validations } }: { outcome: Outcome }) {
  // Errors that are shown beside their field are not repeated.
  if (!error || validations?.length) return null;
  return (
    <p
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm text-failed"
    >
      {error}
    </p>
  );
}

type SubmitProps = React.ComponentProps<typeof Button> & { busy: string };

/** Shows a busy label while the form is submitted. Never disabled, so that it keeps the focus. */
export function Submit({ busy, children, look = "primary", ...button }: SubmitProps) {
  const { pending } = useFormStatus();
  return (
    <Button {...button} look={look} type="submit" aria-disabled={pending || undefined}>
      {pending ? busy : children}
    </Button>
  );
}
