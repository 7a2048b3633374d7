import { env } from "@/lib/platform/env";

/** From here on a mail server counts as set up, or as not set up. Providers that are open already stay as they are. */
export function setMailServer(url: string | undefined): void {
  env.SMTP_URL = url;
}
