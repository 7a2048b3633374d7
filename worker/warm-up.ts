import { renderContent } from "@/lib/mail/templates/render";
import { testMailContent } from "@/lib/mail/templates/test-mail";
import { env } from "@/lib/platform/env";

/**
 * Renders an e-mail that is not sent: loading React and rendering for the first time takes half a second, in which a worker
 * does nothing else, and the first alert would wait for it.
 */
export async function warmUp(): Promise<void> {
  await renderContent(testMailContent({ requestedBy: "", at: new Date(0), url: env.APP_URL }));
}
