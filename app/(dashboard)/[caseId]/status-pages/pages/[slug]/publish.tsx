"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { VisibilityFields } from "../../visibility-fields";

/** Publishes a draft, once it is said who can see it. */
export function Publish({ title, action }: { title: string; action: FormAction }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Publish “${title}”`}
      description={<p>You can change who sees it later, under Access.</p>}
      trigger={
        <Button look="primary" className="noscript:hidden">
          Publish…
        </Button>
      }
    >
      <Form action={action}>
        <VisibilityFields visibility="public" published />
        <div>
          <Submit busy="Publishing…">Publish Page</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
