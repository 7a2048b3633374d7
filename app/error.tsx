"use client";

import { Button } from "@/components/ui/button";

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <main id="content" className="mx-auto grid max-w-md justify-items-start gap-4 px-4 py-[20vh]">
      <title>Something went wrong · Tattle</title>
      <h1 className="text-xl font-semibold">Something went wrong on our side</h1>
      <p className="text-ink-quiet">
        We couldn’t show this page. Text you entered in a form is kept in this tab. Try again; if it keeps
        failing, contact the person who runs this Tattle
        {error.digest ? " and give them this number." : "."}
      </p>
      {error.digest && <p className="font-mono text-sm">{error.digest}</p>}
      <Button look="primary" onClick={() => retry()}>
        Try Again
      </Button>
    </main>
  );
}
