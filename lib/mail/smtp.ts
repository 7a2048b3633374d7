import { createTransport } from "nodemailer";
import { classifyNetworkError } from "@/lib/outbox/network-error";
import type { EmailMessage, EmailProvider, EmailResult } from "./mail";

/** These usually end an attempt within the lease of an email. A slower one may be sent twice, with the same Message-ID. */
const CONNECT_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 30_000;

const MAX_CONNECTIONS = 5;

type Settings = { url: string; from: string; hostname: string; timeoutMs?: number };

/** Sends through an SMTP server, over a few connections that are kept open. */
export function smtpProvider({ url, from, hostname, timeoutMs = TIMEOUT_MS }: Settings): EmailProvider {
  const transport = createTransport(withOptions(url, timeoutMs));

  const sendOne = async ({ id, ...message }: EmailMessage): Promise<EmailResult> => {
    try {
      const { response } = await transport.sendMail({ from, messageId: `<${id}@${hostname}>`, ...message });
      return { kind: "accepted", text: response };
    } catch (error) {
      return readFailure(error as SmtpError);
    }
  };

  return {
    maxBatchSize: MAX_CONNECTIONS,
    usesIdempotencyKeys: false,
    send: async (_key, messages) => ({
      kind: "completed",
      results: await Promise.all(messages.map(sendOne)),
    }),
  };
}

/** Adds our options to the URL: given a URL, the library reads options only from its query. The operator's own win. */
function withOptions(url: string, timeoutMs: number): string {
  const connectMs = Math.min(timeoutMs, CONNECT_TIMEOUT_MS);
  const options = {
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // If the server closed an idle connection, the message is sent once more over a new one.
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

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

function readFailure(error: SmtpError): EmailResult {
  const { message: text, responseCode: status, command = "" } = error;
  if (!status) return { kind: "network_error", reason: classifyNetworkError(toSystemError(error)), text };
  return { kind: "rejected", status, text, isFinal: isRecipientError(status, command, text) };
}

/**
 * True if the server will never accept a message for this address. An error at another step, or one whose enhanced status
 * code is not about addresses, concerns the sender (a quota, a policy) and may go away while we retry.
 */
const isRecipientError = (status: number, command: string, text: string) =>
  status >= 500 && command === "RCPT TO" && (/\b5\.(\d+)\.\d+\b/.exec(text)?.[1] ?? "1") === "1";

/** The library gives every socket error the code ESOCKET. The system's own code, or what is wrong with TLS, is only in the message. */
function toSystemError(error: SmtpError): SmtpError {
  const pattern = /\bE[A-Z]{4,}\b|certificate|SSL|TLS/;
  const [code] = error.code === "ESOCKET" ? (pattern.exec(error.message) ?? []) : [];
  return code ? Object.assign(new Error(error.message), { code: code.toUpperCase() }) : error;
}
