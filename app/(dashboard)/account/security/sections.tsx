import { Confirm } from "@/components/confirm";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Form, Submit } from "@/components/ui/form";
import { RECOVERY_CODES } from "@/lib/people/second-factors/recovery-codes";
import { removeAppAction, startAppAction } from "./actions";
import { RenewCodes } from "./renew-codes";

/** The app that shows codes. `since`: null without one. */
export function AuthenticatorAppSection({ since }: { since: Date | null }) {
  return (
    <Section id="authenticator-app" title="Authenticator app">
      {since ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p>
            Set up{" "}
            <span className="text-ink-quiet">
              on <Time at={since} as="date" />
            </span>
          </p>
          <Confirm
            title="Remove the authenticator app?"
            description="Its codes no longer sign you in, and all other browsers are signed out. To use another phone, set it up afterwards."
            trigger="Remove"
            label="Remove the authenticator app"
            confirm="Remove App"
            busy="Removing…"
            action={removeAppAction}
          />
        </div>
      ) : (
        <>
          <p className="max-w-prose text-ink-quiet">
            An app on your phone, such as Aegis, 2FAS or Google Authenticator, shows a code that changes every
            30 seconds. You are asked for it whenever you sign in.
          </p>
          <Form action={startAppAction}>
            <div>
              <Submit busy="One moment…">Set Up an Authenticator App</Submit>
            </div>
          </Form>
        </>
      )}
    </Section>
  );
}

/** The codes for a lost phone or key. `left`: how many were not used. */
export function RecoveryCodesSection({ left }: { left: number }) {
  return (
    <Section id="recovery-codes" title="Recovery codes">
      <p className="max-w-prose text-ink-quiet">
        {left === 0 ? "You have none left." : `${left} of ${RECOVERY_CODES} are left.`} Each signs you in once
        if you lose your phone or key. New codes replace the old ones.
      </p>
      <RenewCodes />
    </Section>
  );
}
