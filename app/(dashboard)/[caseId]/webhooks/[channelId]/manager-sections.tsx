import { confirmPath } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { ConfirmToSee } from "@/components/confirm-to-see";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import type { FoundChannel } from "@/lib/channels/list";
import { removeWebhookAction, rotateSecretAction } from "../actions";
import { Secret } from "./secret";

type ManagerSectionsProps = { caseId: string; webhook: FoundChannel; isSecretShown: boolean; now: Date };

/** The signing secret and the removal of a webhook, for users who may manage it. */
export function ManagerSections({ caseId, webhook, isSecretShown, now }: ManagerSectionsProps) {
  const { id, url, secret, oldSecretUntil } = webhook;
  return (
    <>
      <Section title="Signing secret">
        {isSecretShown ? (
          <Secret secret={secret} />
        ) : (
          <ConfirmToSee what="the signing secret" href={confirmPath(`/${caseId}/webhooks/${id}`)} />
        )}
        {oldSecretUntil && oldSecretUntil > now && (
          <p className="text-sm text-ink-quiet">
            The previous secret is valid until <Time at={oldSecretUntil} />. Until then every request is
            signed with both.
          </p>
        )}
        <div className="-ml-3">
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
      <Section title="Remove this webhook">
        <p className="max-w-prose text-ink-quiet">
          It gets no more alerts. Its pending deliveries and its history are deleted.
        </p>
        <div className="-ml-3">
          <Confirm
            trigger="Remove…"
            label={`Remove ${url}`}
            title="Remove this webhook?"
            description="It gets no more alerts. Its pending deliveries and its history are deleted."
            confirm="Remove Webhook"
            busy="Removing…"
            action={removeWebhookAction.bind(null, caseId, id)}
          />
        </div>
      </Section>
    </>
  );
}
