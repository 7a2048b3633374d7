import { Webhook as Verifier } from "standardwebhooks";
import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import type { ReportedEvent } from "./mail";

/** Both spellings of a header are in use: that of Svix, by which Resend sends, and that of the standard. */
const readHeader = (headers: Headers, name: "id" | "timestamp" | "signature") =>
  headers.get(`svix-${name}`) ?? headers.get(`webhook-${name}`) ?? "";

/** Whether the owner of the secret has signed this body within the last five minutes. */
export function isSigned(headers: Headers, body: string, secret: string): boolean {
  try {
    new Verifier(secret).verify(
      body,
      {
        "webhook-id": readHeader(headers, "id"),
        "webhook-timestamp": readHeader(headers, "timestamp"),
        "webhook-signature": readHeader(headers, "signature"),
      },
      { jsonParse: false },
    );
    return true;
  } catch {
    // The library throws for a wrong signature, and for one that it cannot read.
    return false;
  }
}

const time = z.string().transform((text, context) => {
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  context.addIssue("must be a time");
  return z.NEVER;
});

const text = z.string().refine(isPostgresText, { error: NOT_POSTGRES_TEXT });

const email = z.object({ email_id: text, to: z.array(text) });

/** The events that say something about an address. All others are of no interest. */
const addressEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("email.delivered"), created_at: time, data: email }),
  z.object({ type: z.literal("email.complained"), created_at: time, data: email }),
  z.object({
    type: z.literal("email.bounced"),
    created_at: time,
    data: email.extend({ bounce: z.object({ type: z.string(), message: z.string().default("") }) }),
  }),
  z.object({
    type: z.literal("email.suppressed"),
    created_at: time,
    data: email,
  }),
]);

type ResendEvent = z.output<typeof addressEvent>;

const anyEvent = z.object({ type: z.string() });

/** What Resend says about an address. Null if it says nothing that counts. Throws a `SyntaxError` if it is not an event. */
export function readEvent(body: string, now: Date): ReportedEvent | null {
  const json: unknown = JSON.parse(body);
  const { data: event } = addressEvent.safeParse(json);
  if (!event) {
    const { data: other } = anyEvent.safeParse(json);
    if (!other || KINDS.has(other.type)) throw new SyntaxError("The body is not an event of Resend.");
    return null;
  }
  const { to, email_id: providerId } = event.data;
  const [address, ...others] = to;
  // Tattle sends to one address at a time. Among several, the event does not say which one it is about.
  const kind = readKind(event);
  if (!kind || !address || others.length > 0) return null;
  const at = event.created_at < now ? event.created_at : now;
  return { kind, at, address: address.trim().toLowerCase(), reason: readReason(event), providerId };
}

const KINDS = new Set(addressEvent.options.flatMap(({ shape }) => [...shape.type.values]) as string[]);

/** A mailbox that is full, or a server that does not respond for a while, is not a reason to stop. */
function readKind(event: ResendEvent): ReportedEvent["kind"] | null {
  if (event.type === "email.delivered") return "delivered";
  if (event.type === "email.complained") return "complained";
  if (event.type === "email.suppressed") return "bounced";
  return event.data.bounce.type.toLowerCase() === "permanent" ? "bounced" : null;
}

const ON_THE_LIST =
  "The address is on Resend’s suppression list. Remove it there before you send to it again.";

const MAX_CHARACTERS = 300;

function readReason(event: ResendEvent): string {
  if (event.type === "email.suppressed") return ON_THE_LIST;
  if (event.type !== "email.bounced") return "";
  const said = event.data.bounce.message.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return [...said.toWellFormed()].slice(0, MAX_CHARACTERS).join("");
}
