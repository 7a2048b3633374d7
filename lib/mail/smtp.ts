import { createTransport } from "nodemailer";
import { reasonFor } from "@/lib/outbox/fault";
import type { Mail, MailAnswer, Provider } from "./mail";

/** All of them together stay within the lease of a notice. */
const CONNECT_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 30_000;

const CONNECTIONS = 5;

type Settings = { url: string; from: string; hostname: string; timeoutMs?: number };

/** Any SMTP server, over a few connections that are kept. */
export function smtpProvider({ url, from, hostname, timeoutMs = TIMEOUT_MS }: Settings): Provider {
  const transport = createTransport(withOptions(url, timeoutMs));

  const send = async ({ id, ...mail }: Mail): Promise<MailAnswer> => {
    try {
      const { response } = await transport.sendMail({ from, messageId: `<${id}@${hostname}>`, ...mail });
      return { kind: "accepted", text: response };
    } catch (thrown) {
      return answerFor(thrown as SmtpFault);
    }
  };

  return {
    mostAtOnce: CONNECTIONS,
    knowsByKey: false,
    hand: async (_key, mails) => ({ kind: "answered", answers: await Promise.all(mails.map(send)) }),
  };
}

/** Whoever runs this can say otherwise in the URL; beside one, the library reads no other options. */
function withOptions(url: string, timeoutMs: number): string {
  const connectMs = Math.min(timeoutMs, CONNECT_TIMEOUT_MS);
  const options = {
    pool: true,
    maxConnections: CONNECTIONS,
    // A connection that was closed while nobody used it is tried anew, but not for ever.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: timeoutMs,
  };
  const full = new URL(url);
  for (const [name, value] of Object.entries(options)) {
    if (!full.searchParams.has(name)) full.searchParams.set(name, String(value));
  }
  return full.href;
}

type SmtpFault = Error & { code?: string; command?: string; responseCode?: number };

/** The steps at which a server judges the address and the mail; a "no" at any other one is about us. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];

function answerFor(fault: SmtpFault): MailAnswer {
  const { message: text, responseCode: status, command = "" } = fault;
  if (!status) return { kind: "unreached", reason: reasonFor(underlying(fault)), text };
  return { kind: "rejected", status, text, final: status >= 500 && ABOUT_THE_MAIL.includes(command) };
}

/** The library calls every fault of a socket by one code, and leaves the system's own in the message. */
function underlying(fault: SmtpFault): SmtpFault {
  const [code] = fault.code === "ESOCKET" ? (/\bE[A-Z]{4,}\b/.exec(fault.message) ?? []) : [];
  return code ? Object.assign(new Error(fault.message), { code }) : fault;
}
