"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { hasDraft } from "@/components/ui/use-draft";
import { VisibilityFields } from "../../visibility-fields";

/** Publishes a draft, once it is said who can see it. */
export function Publish({ title, action }: { title: string; action: FormAction }) {
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <Dialog
      onOpenChange={() => {
        const form = document.querySelector<HTMLFormElement>("form[data-previewed]");
        setUnsaved(form !== null && hasDraft(form));
      }}
      title={`Publish “${title}”`}
      description={<p>You can change who sees it later, under Access.</p>}
      trigger={
        <Button look="primary" className="noscript:hidden">
          Publish…
        </Button>
      }
    >
      {isUnsaved ? (
        <p>
          Your changes on this page are not saved yet. Save them first, because only what is saved is
          published.
        </p>
      ) : (
        <Form action={action}>
          <VisibilityFields visibility="link" withoutDraft />
          <div>
            <Submit busy="Publishing…">Publish Page</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
