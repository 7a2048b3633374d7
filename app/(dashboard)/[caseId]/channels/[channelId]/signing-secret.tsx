import { confirmPath } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { ConfirmToSee } from "@/components/confirm-to-see";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import type { FoundChannel } from "@/lib/channels/list";
import { rotateSecretAction } from "../actions";
import { Secret } from "./secret";

type SigningSecretProps = { caseId: string; channel: FoundChannel; isShown: boolean; now: Date };

/** The secret that signs the requests of a webhook, for users who may manage it. */
export const SigningSecret = ({
  caseId,
  channel: { id, secret, oldSecretUntil },
  isShown,
  now,
}: SigningSecretProps) => (
  <Section title="Signing secret">
    {isShown ? (
      <Secret secret={secret} />
    ) : (
      <ConfirmToSee what="the signing secret" href={confirmPath(`/${caseId}/channels/${id}`)} />
    )}
    {oldSecretUntil && oldSecretUntil > now && (
      <p className="text-sm text-ink-quiet">
        The previous secret is valid until <Time at={oldSecretUntil} />. Until then every request is signed
        with both.
      </p>
    )}
    <div>
      <Confirm
        trigger="Rotate Secret…"
        label="Rotate Secret…"
        title="Rotate the signing secret?"
        description="For 24 hours requests are signed with both the new secret and this one, so that you can update your receiver."
        confirm="Rotate Secret"
        busy="Rotating…"
        action={rotateSecretAction.bind(null, caseId, id)}
      />
    </div>
  </Section>
);
