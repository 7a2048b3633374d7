"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Eye, EyeOff } from "@/components/ui/icons";

/** The signing secret, hidden until revealed. */
export function Secret({ secret }: { secret: string }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="sr-only">
        Signing secret
      </label>
      <div className="flex max-w-xl items-center gap-1 rounded-md border border-line bg-surface-quiet py-1 pr-1 pl-3">
        <input
          id={id}
          readOnly
          type={isShown ? "text" : "password"}
          autoComplete="off"
          value={secret}
          className="min-w-0 flex-1 bg-transparent py-1 font-mono text-sm text-ellipsis"
        />
        <Button
          look="bare"
          className="h-7 px-2 text-xs"
          onClick={() => setShown(!isShown)}
          aria-pressed={isShown}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {isShown ? "Hide" : "Reveal"}
        </Button>
        <CopyButton text={secret} what="the signing secret" />
      </div>
      <p className="text-sm text-ink-quiet">
        Verify the <code className="font-mono text-xs">webhook-signature</code> header with it, as Standard
        Webhooks specifies.
      </p>
    </div>
  );
}
