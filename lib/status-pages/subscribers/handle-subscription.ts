import { readClientAddress } from "@/lib/http/peer-address";
import { Refusal } from "@/lib/platform/refusal";
import { renderDocument } from "../html/document";
import { html } from "../html/html";
import { openPage, respondHtml } from "../open-page";
import { TEXTS } from "../texts/texts";
import { newSubscription, subscribe } from "./subscribe";

/** Takes the form of a page. Whether the address is subscribed already, or may be asked, makes no difference to the response. */
export async function handleSubscription(
  request: Request,
  slug: string,
  form: URLSearchParams,
  now: Date,
): Promise<Response> {
  const page = await openPage(request, slug, now);
  if (page instanceof Response) return page;
  const { id, title, accent, language } = page.view;
  const texts = TEXTS[language];
  const say = (text: string, status: number) =>
    respondHtml(
      renderDocument(
        { language, title, accent, isListed: false },
        html`<h1>${title}</h1><p role="status">${text}</p>`,
      ),
      status,
    );
  const input = newSubscription.safeParse({
    email: form.get("email"),
    components: form.getAll("components"),
  });
  if (!input.success) return say(texts.subscribeWrong, 422);
  try {
    await subscribe(id, input.data, readClientAddress(request.headers), now);
  } catch (error) {
    if (!(error instanceof Refusal && error.type === "rate_limited")) throw error;
    return say(texts.subscribeLimit, 429);
  }
  return say(texts.subscribeSent, 200);
}
