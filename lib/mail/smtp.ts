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
  const connectMs = Math.min(timeoutMs, CONNECT_TIMEOUT_MS);
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, pool: true, maxConnections: CONNECTIONS, ...timeouts });

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
    gapMs: 0,
    knowsByKey: false,
    hand: async (_key, mails) => ({ kind: "answered", answers: await Promise.all(mails.map(send)) }),
  };
}

type SmtpFault = Error & { code?: string; command?: string; responseCode?: number };

/** The steps at which a server judges the address and the mail; a "no" at any other one is about us. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];

function answerFor(fault: SmtpFault): MailAnswer {
  const { message: text, responseCode: status, command = "" } = fault;
  if (!status) return { kind: "unreached", reason: reasonFor(fault), text };
  return { kind: "rejected", status, text, final: status >= 500 && ABOUT_THE_MAIL.includes(command) };
}
