import { renderContent } from "@/lib/mail/templates/render";
import { testMailContent } from "@/lib/mail/templates/test-mail";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Renders an email that is not sent: loading React and rendering for the first time takes half a second, in which a worker
 * does nothing else, and the first alert would wait for it. Never fails: webhooks are sent without it.
 */
export async function warmUp(): Promise<void> {
  const content = testMailContent({ requestedBy: "", at: new Date(0), zone: "UTC", url: env.APP_URL });
  await renderContent(content).catch((error) => log.error({ err: error }, "no email can be rendered"));
}
