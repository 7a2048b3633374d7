import { domainToASCII } from "node:url";
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from "smtp-server";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { findRecipient, type Recipient } from "@/lib/protocols/email/find-recipient";
import { recordEmail } from "@/lib/protocols/email/record-email";
import {
  NO_RECIPIENT,
  NOT_LOOKED_UP,
  otherDomain,
  responseTo,
  type SmtpResponse,
  tooLarge,
} from "@/lib/protocols/email/smtp-response";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { ConnectionLimit } from "./connection-limit";
import { receive } from "./receive";

/** As large as what most mail servers take: a job with a large attachment has run nevertheless. */
const MAX_MESSAGE_BYTES = 25_000_000;

const MAX_CONNECTIONS = 500;
const MAX_CONNECTIONS_PER_ADDRESS = 50;
/** As many as RFC 5321 demands. */
const MAX_RECIPIENTS = 100;
const MAX_COMMAND_BYTES = 2_048;
/** RFC 5321 wants five minutes between commands. */
const IDLE_MS = 5 * MINUTE_MS;
/** But a mail server connects because it has a message. */
const FIRST_MESSAGE_MS = 30 * SECOND_MS;
/** A client that sends a byte now and then must not hold a connection without a limit. */
const MAX_CONNECTION_MS = 15 * MINUTE_MS;
/** Wrong addresses that a client may try in one connection. */
const MAX_UNKNOWN = 20;

type Tls = { key: Buffer | string; cert: Buffer | string };

/** Who the recipients of a message are, found when the client named them. */
const recipients = new WeakMap<SMTPServerAddress, Recipient>();
const refusals = new WeakMap<SMTPServerSession, number>();

type Done = (error?: Error | null, message?: string) => void;

type MailServerOptions = {
  tls: Tls | null;
  /** How long clients have to finish when it closes. */
  closeMs: number;
  /** How long a client that has connected has until its first message. */
  firstMessageMs?: number;
};

/** The server for emails that are check-ins, not listening yet. */
export function createMailServer({
  tls,
  closeMs,
  firstMessageMs = FIRST_MESSAGE_MS,
}: MailServerOptions): SMTPServer {
  const limit = new ConnectionLimit({ max: MAX_CONNECTIONS, maxPerAddress: MAX_CONNECTIONS_PER_ADDRESS });
  const firstMessages = new Map<SMTPServerSession, NodeJS.Timeout>();
  const end = (session: SMTPServerSession, reason: string) => {
    for (const connection of server.connections)
      if (connection.session === session) connection.send(421, reason);
  };
  const server = new SMTPServer({
    ...tls,
    name: env.MAIL_IN_DOMAIN,
    banner: "accepts check-ins",
    logger: false,
    size: MAX_MESSAGE_BYTES,
    // More than `limit` lets in: it has to see a connection to make room for it.
    maxClients: 2 * MAX_CONNECTIONS,
    maxRecipients: MAX_RECIPIENTS,
    maxCommandLength: MAX_COMMAND_BYTES,
    socketTimeout: IDLE_MS,
    closeTimeout: closeMs,
    disableReverseLookup: true,
    disabledCommands: ["AUTH", "WIZ", "SHELL", "KILL", ...(tls ? [] : ["STARTTLS"])],
    onConnect: (session, callback) => {
      const refusal = limit.enter(session, session.remoteAddress, (reason) => end(session, reason));
      if (refusal) return callback(errorFor({ code: 421, text: refusal }));
      const late = () => end(session, `No message in ${firstMessageMs / SECOND_MS} seconds`);
      firstMessages.set(session, setTimeout(late, firstMessageMs).unref());
      callback();
    },
    onMailFrom: (_, session, callback) => {
      clearTimeout(firstMessages.get(session));
      limit.setSending(session, true);
      callback();
    },
    onClose: (session) => {
      clearTimeout(firstMessages.get(session));
      firstMessages.delete(session);
      limit.leave(session);
    },
    onRcptTo: (address, session, callback) => void respond(callback, acceptRecipient(address, session)),
    onData: (stream, session, callback) => {
      void respond(callback, takeMessage(stream, session, new Date())).then(() =>
        limit.setSending(session, false),
      );
    },
  });
  server.on("error", (error) => log.debug({ err: error }, "a mail client disconnected"));
  server.server.on("connection", (socket) => {
    setTimeout(() => socket.destroy(), MAX_CONNECTION_MS).unref();
  });
  return server;
}

const errorFor = ({ code, text }: SmtpResponse) => Object.assign(new Error(text), { responseCode: code });

async function respond(callback: Done, response: Promise<SmtpResponse>): Promise<void> {
  const reply = await response.catch((error): SmtpResponse => {
    log.error({ err: error }, "an email was not recorded");
    return responseTo(["lost"]);
  });
  if (reply.code >= 400) callback(errorFor(reply));
  else callback(null, reply.text);
}

async function acceptRecipient(
  address: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<SmtpResponse> {
  const [localPart = "", domain = ""] = address.address.split("@");
  const isOurs = domainToASCII(domain) === domainToASCII(env.MAIL_IN_DOMAIN);
  if (!isOurs) return refuse(session, otherDomain(env.MAIL_IN_DOMAIN));
  const recipient = await findRecipient(localPart, new Date()).catch((error) => {
    log.warn({ err: error }, "an address could not be looked up");
    return null;
  });
  if (recipient === null) return NOT_LOOKED_UP;
  if (typeof recipient === "string") return refuse(session, NO_RECIPIENT[recipient]);
  recipients.set(address, recipient);
  return { code: 250, text: "Accepted" };
}

/** Ends the connection of a client that tries many wrong addresses. */
function refuse(session: SMTPServerSession, refusal: SmtpResponse): SmtpResponse {
  const count = (refusals.get(session) ?? 0) + 1;
  refusals.set(session, count);
  return count > MAX_UNKNOWN ? { code: 421, text: "Too many unknown addresses" } : refusal;
}

async function takeMessage(
  stream: SMTPServerDataStream,
  { envelope, remoteAddress }: SMTPServerSession,
  at: Date,
): Promise<SmtpResponse> {
  const message = await receive(stream).catch(() => null);
  // The client no longer exists and gets no response. It sends the message again.
  if (!message) return responseTo(["lost"]);
  const { source, bytes } = message;
  if (stream.sizeExceeded) return tooLarge(MAX_MESSAGE_BYTES);
  const addressees = envelope.rcptTo.flatMap((to) => {
    const recipient = recipients.get(to);
    return recipient ? { address: to.address, recipient } : [];
  });
  const sender = envelope.mailFrom ? envelope.mailFrom.address : "";
  const email = { source, isCut: bytes > source.length, sender, address: remoteAddress };
  return responseTo(await recordEmail(email, addressees, at));
}
