"use client";

import { type RefObject, useEffect } from "react";

/** Fields that people type into or choose from, and those with `data-kept`, which have what was chosen by a button. */
const FIELDS = "input:not([type=password], [type=hidden]:not([data-kept]), [type=file]), textarea, select";

/** Never kept, also while a person has made them readable. */
const SECRET = /password|current|^secret\.|^proof\.|^setUpCode$/;

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const listFields = (form: HTMLFormElement) =>
  [...form.querySelectorAll<FieldElement>(FIELDS)].filter(({ name }) => name !== "" && !SECRET.test(name));

const isChoice = (field: FieldElement): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

/** `choice`: which of the checkboxes or radio buttons of this name. */
type Kept = { name: string; choice?: string; value: string | boolean };

const readValues = (form: HTMLFormElement): Kept[] =>
  listFields(form).map((field) =>
    isChoice(field)
      ? { name: field.name, choice: field.value, value: field.checked }
      : { name: field.name, value: field.value },
  );

/**
 * The same after a reload of the page, also if there is a channel or a snitch more to choose from by then: the forms of a page differ in
 * their first field. Forms with different `data-draft` do not share drafts.
 */
const buildKey = (form: HTMLFormElement) =>
  `draft ${location.pathname} ${form.dataset.draft ?? ""}${listFields(form)[0]?.name}`;

/** Whether the form has changes that are not saved. */
export const hasDraft = (form: HTMLFormElement): boolean => sessionStorage.getItem(buildKey(form)) !== null;

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "name" in value && "value" in value;

function readDraft(key: string): Kept[] {
  const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
  return Array.isArray(draft) ? draft.filter(isKept) : [];
}

/** Fills in the draft, the first value of a name into its first field, and unfolds what it changes. Returns what there is no field for. */
function fillIn(form: HTMLFormElement, draft: Kept[]): Kept[] {
  const fields = listFields(form);
  return draft.filter(({ name, choice, value }) => {
    const index = fields.findIndex(
      (field) => field.name === name && choice === (isChoice(field) ? field.value : undefined),
    );
    const [field] = index < 0 ? [] : fields.splice(index, 1);
    if (!field) return true;
    if (!isChoice(field)) {
      if (field.value === value || !canHave(field, value)) return false;
      type(field, String(value));
    } else if (field.checked !== value && (value || field.type === "checkbox")) field.click();
    else return false;
    field.closest("details")?.setAttribute("open", "");
    return false;
  });
}

/** Whether what was chosen can still be chosen. */
const canHave = (field: FieldElement, value: Kept["value"]) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);

/** How often a choice may bring further fields, which have a draft as well. */
const MAX_ROUNDS = 3;

/** Fills in the draft, if there is one of this form. Returns whether there was. */
function restore(form: HTMLFormElement, key: string): boolean {
  const draft = readDraft(key);
  let rest = fillIn(form, draft);
  const again = (rounds: number) =>
    requestAnimationFrame(() => {
      rest = fillIn(form, rest);
      if (rest.length > 0 && rounds > 1) again(rounds - 1);
    });
  if (rest.length > 0) again(MAX_ROUNDS);
  return draft.length > 0;
}

/** Sets a value as if it were typed. React ignores a value that is set through the element itself. */
function type(field: FieldElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A field that sets its own value, as people choose, says so by this event. */
export const CHOOSE_EVENT = "choose";

/** Where an action leads without a session. Signing in leads back to the form. */
const SIGN_IN = "/sign-in";

const LEAVE = "Leave this page? Your changes are not saved.";

/**
 * Keeps what is typed into a form across a reload of the page, in this tab only, until it is saved. With `asks`, leaving the
 * page with unsaved changes asks first. `state` is the result of the latest submission.
 */
export function useDraft(
  ref: RefObject<HTMLFormElement | null>,
  state: { done?: boolean },
  asks: boolean,
): void {
  useEffect(() => {
    const form = ref.current;
    if (!form || listFields(form).length === 0) return;
    const key = buildKey(form);
    if (state.done) sessionStorage.removeItem(key);
    let isDirty = restore(form, key);
    let isSubmitting = false;

    const keep = ({ isTrusted, type }: Event) => {
      if (!isTrusted && type !== CHOOSE_EVENT) return;
      isDirty = true;
      sessionStorage.setItem(key, JSON.stringify(readValues(form)));
    };
    const submit = () => {
      isSubmitting = true;
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (asks && isDirty && !isSubmitting) event.preventDefault();
    };
    const askBeforeLink = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a[href]");
      if (!asks || !isDirty || isSubmitting || !link || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (link.getAttribute("target") === "_blank" || link.getAttribute("href")?.startsWith("#")) return;
      if (window.confirm(LEAVE)) {
        isDirty = false;
        sessionStorage.removeItem(key);
      } else {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    form.addEventListener("input", keep);
    form.addEventListener(CHOOSE_EVENT, keep);
    form.addEventListener("submit", submit);
    window.addEventListener("beforeunload", ask);
    document.addEventListener("click", askBeforeLink, { capture: true });
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener(CHOOSE_EVENT, keep);
      form.removeEventListener("submit", submit);
      window.removeEventListener("beforeunload", ask);
      document.removeEventListener("click", askBeforeLink, { capture: true });
      // A form that was submitted and disappears has led to another page. After an ended session it was not saved.
      if (isSubmitting && !form.isConnected && location.pathname !== SIGN_IN) sessionStorage.removeItem(key);
    };
    // Each result starts over: a form that was saved has no unsaved changes.
  }, [ref, state, asks]);
}
