import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

type ReceivedEmail = { to: string; subject: string };

/** A mail server that takes every email. `emails`: those received so far, in order. */
export async function aMailSink() {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // The greeting would wait for a name server.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, callback) => {
      simpleParser(stream).then(({ subject = "" }) => {
        for (const { address } of envelope.rcptTo) emails.push({ to: address, subject });
        callback();
      }, callback);
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, emails, close: () => server.close() };
}
