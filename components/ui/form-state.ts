"use client";

import { createContext, use } from "react";
import type { Proofs } from "@/lib/people/second-factors/confirm";

/** The result of a form action: done, or an error together with the typed values. */
export type FormState = {
  /** Whether to confirm success, where the page itself does not show it. */
  done?: boolean;
  error?: string;
  validations?: { attribute: string; message: string }[];
  values?: Record<string, string>;
  /** By what the person has to show first who they are. */
  confirm?: Proofs;
};

export type FormAction<State extends FormState = FormState> = (
  previous: State,
  form: FormData,
) => Promise<State>;

export const FormStateContext = createContext<FormState>({});

/** The error and the typed value of a field after the latest submission. */
export function useFormField(name: string, label: string) {
  const { validations, values } = use(FormStateContext);
  const invalid = validations?.find(({ attribute }) => isWithin(attribute, name));
  return {
    error: invalid && validationSentence(label, invalid.message),
    entry: values?.[name],
  };
}

/** Whether a checkbox is checked: as it was in a submission with an error, or else as it is saved. */
export function useChecked(name: string, saved: boolean): boolean {
  const { values } = use(FormStateContext);
  return values ? name in values : saved;
}

/** What a field says of an invalid value. A message that begins with a capital or a quotation is a sentence of its own. */
export function validationSentence(label: string, message: string): string {
  const text = message.replaceAll("'", "’");
  return /^[A-Z“]/.test(text) ? `${text}.` : `${label} ${text}.`;
}

const isWithin = (attribute: string, name: string) => attribute === name || attribute.startsWith(`${name}.`);

/** Whether one of these fields has an error: then the `details` around them is rendered open, without scripts as well. */
export function useHasError(names: string[]): boolean {
  const { validations = [] } = use(FormStateContext);
  return validations.some(({ attribute }) => names.some((name) => isWithin(attribute, name)));
}
