"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { previewBodyCommand } from "./actions";

type BodyPreviewProps = {
  caseId: string;
  /** Empty for a new channel. */
  channelId?: string;
};

/** Shows what the webhook would send for the latest alert of the case, by what its form contains now. */
export function BodyPreview({ caseId, channelId = "" }: BodyPreviewProps) {
  const [preview, setPreview] = useState("");
  const show = async (form: HTMLFormElement | null) => {
    const fields = new FormData(form ?? undefined);
    const read = (name: string) => String(fields.get(name) ?? "");
    setPreview(
      await previewBodyCommand(caseId, channelId, read("secret.headers"), read("settings.body")).catch(
        () => "Couldn’t connect to the server. Try again.",
      ),
    );
  };
  return (
    <div className="grid gap-2 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="plain" onClick={({ currentTarget }) => show(currentTarget.form)}>
          Preview Body
        </Button>
        <p className="text-sm text-ink-quiet">For the latest alert of this case.</p>
      </div>
      <pre
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line bg-surface-quiet px-3 py-2.5 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap empty:hidden"
      >
        {preview}
      </pre>
    </div>
  );
}
