import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="content" className="mx-auto grid max-w-md justify-items-start gap-4 px-4 py-[20vh]">
      <p className="font-mono text-sm text-ink-quiet">404</p>
      <h1 className="text-xl font-semibold">There is nothing here</h1>
      <p className="text-ink-quiet">
        It may have been deleted, or it belongs to a case that you are not a member of. Check the address, or
        go back to your snitches.
      </p>
      <ButtonLink href="/">Go to Your Snitches</ButtonLink>
    </main>
  );
}
