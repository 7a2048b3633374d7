import { CopyField } from "@/components/ui/copy-field";
import { env } from "@/lib/platform/env";

/** The e-mail address of a snitch; nothing if this installation takes no e-mails. */
export function CheckInAddress({ token, isInline = false }: { token: string; isInline?: boolean }) {
  if (env.MAIL_IN_PORT === undefined) return null;
  return (
    <CopyField
      label="Or e-mail to"
      value={`${token}@${env.MAIL_IN_DOMAIN}`}
      what="the e-mail address"
      isInline={isInline}
    />
  );
}
