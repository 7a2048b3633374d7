import { ButtonLink } from "@/components/ui/button";

/** What a 404 says. It is the same whether something does not exist or may not be seen. */
export const NothingHere = ({ isSignedIn = true }: { isSignedIn?: boolean }) => (
  <div className="grid max-w-md justify-items-start gap-4 py-[8vh]">
    <p className="font-mono text-sm text-ink-quiet">404</p>
    <h1 className="text-xl font-semibold">There is nothing here</h1>
    <p className="text-ink-quiet">
      {isSignedIn
        ? "It may have been deleted, or it belongs to a case you’re not a member of. Check the address, or go back to your snitches."
        : "Check the address. If it is a page of your case, sign in first."}
    </p>
    {isSignedIn ? (
      <ButtonLink href="/">Go to Your Snitches</ButtonLink>
    ) : (
      <ButtonLink href="/sign-in">Sign In</ButtonLink>
    )}
  </div>
);
