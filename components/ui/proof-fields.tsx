import { lazy, Suspense } from "react";
import type { Proofs } from "@/lib/people/second-factors/confirm";
import { AppCodeField } from "./app-code-field";
import { Field } from "./field";
import { orNothing } from "./or-nothing";

// Every page has forms, and few get responses with a passkey.
const PasskeyProof = lazy(() =>
  orNothing(import("./passkey-proof").then(({ PasskeyProof }) => ({ default: PasskeyProof }))),
);

/** The fields by which a person shows who they are: what they have of them. Any one is enough. */
export function ProofFields({ proofs }: { proofs: Proofs }) {
  return (
    <>
      {proofs.passkey && (
        <Suspense>
          <PasskeyProof options={proofs.passkey} />
        </Suspense>
      )}
      {proofs.issuer && (
        // A page of its own, so that it works without scripts: it leads to the issuer and back to this page.
        <div>
          <a
            href="/confirm/issuer"
            target="_self"
            className="button border border-line bg-surface hover:bg-surface-quiet"
          >
            Sign In Again with {proofs.issuer}
          </a>
        </div>
      )}
      {proofs.code && <AppCodeField name="proof.code" />}
      {proofs.password && (
        <Field
          label={proofs.code ? "Or your password" : "Password"}
          name="proof.password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
      )}
    </>
  );
}
