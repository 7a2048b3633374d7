"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { previewChecksCommand } from "../check-actions";

/** Shows what the checks in the form would have raised in the past, and what is usual now. */
export function ChecksPreview({ caseId, token }: { caseId: string; token: string }) {
  const [preview, setPreview] = useState("");
  const show = async (form: HTMLFormElement | null) => {
    const field = new FormData(form ?? undefined).get("checks");
    setPreview("Replaying…");
    setPreview(
      await previewChecksCommand(caseId, token, String(field ?? "")).catch(
        () => "Couldn’t connect to the server. Try again.",
      ),
    );
  };
  return (
    <div className="grid gap-2 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="plain" onClick={({ currentTarget }) => show(currentTarget.form)}>
          Try on Past Runs
        </Button>
        <p className="text-sm text-ink-quiet">Nothing is saved, and no one is alerted.</p>
      </div>
      <p aria-live="polite" className="text-sm wrap-anywhere whitespace-pre-wrap tabular-nums empty:hidden">
        {preview}
      </p>
    </div>
  );
}
