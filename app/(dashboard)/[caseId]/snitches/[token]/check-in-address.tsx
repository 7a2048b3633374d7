import { CopyField } from "@/components/ui/copy-field";
import { env } from "@/lib/platform/env";

/** The email address of a snitch; nothing if this installation takes no emails. */
export function CheckInAddress({ token, isInline = false }: { token: string; isInline?: boolean }) {
  if (env.MAIL_IN_PORT === undefined) return null;
  return (
    <CopyField
      label="Or email to"
      value={`${token}@${env.MAIL_IN_DOMAIN}`}
      what="the email address"
      isInline={isInline}
    />
  );
}
