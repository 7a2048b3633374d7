"use client";

import { useRef } from "react";
import { Field } from "@/components/ui/field";
import { CHOOSE_EVENT } from "@/components/ui/use-draft";
import { MAX_PUBLIC_NAME } from "@/lib/rules/limits";
import { proposeSlug } from "../propose-slug";
import { SlugField } from "../slug-field";

/** The title and the address of a new page. The address is derived from the title until the user edits it. */
export function TitleFields() {
  const address = useRef<HTMLInputElement>(null);
  const proposed = useRef("");
  const propose = (title: string) => {
    const field = address.current;
    if (!field || field.value !== proposed.current) return;
    proposed.current = proposeSlug(title);
    field.value = proposed.current;
    field.dispatchEvent(new Event(CHOOSE_EVENT, { bubbles: true }));
  };
  return (
    <>
      <Field
        name="title"
        label="Title"
        maxLength={MAX_PUBLIC_NAME}
        autoComplete="off"
        placeholder="Acme’s backups"
        onChange={({ target }) => propose(target.value)}
      />
      <SlugField ref={address} />
    </>
  );
}
