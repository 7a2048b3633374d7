import { createTransport } from "nodemailer";
import { networkErrorOf } from "@/lib/outbox/network-error";
import type { EmailMessage, EmailProvider, EmailResult } from "./mail";

/** All of them together stay within the lease of a notice. */
const CONNECT_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 30_000;

const CONNECTIONS = 5;

type Settings = { url: string; from: string; hostname: string; timeoutMs?: number };

/** Any SMTP server, over a few connections that are kept. */
export function smtpProvider({ url, from, hostname, timeoutMs = TIMEOUT_MS }: Settings): EmailProvider {
  const transport = createTransport(withOptions(url, timeoutMs));

  const send = async ({ id, ...mail }: EmailMessage): Promise<EmailResult> => {
    try {
      const { response } = await transport.sendMail({ from, messageId: `<${id}@${hostname}>`, ...mail });
      return { kind: "accepted", text: response };
    } catch (thrown) {
      return answerFor(thrown as SmtpFault);
    }
  };

  return {
    maxAtOnce: CONNECTIONS,
    usesIdempotencyKeys: false,
    send: async (_key, mails) => ({ kind: "answered", results: await Promise.all(mails.map(send)) }),
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

/**
 * Whether a server will never take a mail for this address. What it says at another step, or by a code of another class
 * than that of addresses, is about us: a quota, a policy. That may change within the day of our tries.
 */
const isAboutTheAddress = (status: number, command: string, text: string) =>
  status >= 500 && command === "RCPT TO" && (/\b5\.(\d+)\.\d+\b/.exec(text)?.[1] ?? "1") === "1";

function answerFor(fault: SmtpFault): EmailResult {
  const { message: text, responseCode: status, command = "" } = fault;
  if (!status) return { kind: "unreached", reason: networkErrorOf(underlying(fault)), text };
  return { kind: "rejected", status, text, isFinal: isAboutTheAddress(status, command, text) };
}

/** The library calls every fault of a socket by one code, and leaves the system's own in the message. */
function underlying(fault: SmtpFault): SmtpFault {
  const [code] = fault.code === "ESOCKET" ? (/\bE[A-Z]{4,}\b/.exec(fault.message) ?? []) : [];
  return code ? Object.assign(new Error(fault.message), { code }) : fault;
}
