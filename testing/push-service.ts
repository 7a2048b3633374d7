import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export type PushRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service that keeps what it is sent, and responds as `statusOf` says: 201 at first. Over HTTPS if `tls` is given. */
export async function aPushService(tls?: { key: string; cert: string }) {
  const requests: PushRequest[] = [];
  const service = { status: 201 };
  const handle: Parameters<typeof createServer>[1] = async (request, response) => {
    requests.push({ path: request.url ?? "", headers: request.headers, body: await buffer(request) });
    response.writeHead(service.status).end();
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    url,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
}

/** The keys of a browser's subscription: the public ones as a site gets them, and the private one as only the browser has it. */
export function aSubscription(endpoint: string) {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys().toString("base64url");
  const auth = randomBytes(16).toString("base64url");
  return { settings: { endpoint, p256dh, auth, browser: "Firefox on Linux" }, keys };
}

const derived = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, bytes));

/** Decrypts a message as a browser does (RFC 8291 and RFC 8188, one record). Throws if it is for other keys. */
export function decryptPush(body: Buffer, keys: ECDH, auth: string): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const input = derived(keys.computeSecret(senderKey), Buffer.from(auth, "base64url"), info, 32);
  const key = derived(input, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derived(input, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  // The last record ends with a 2, and zeros after it.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** What a request says about its sender, if the signature is that of the key that it names (RFC 8292). */
export function verifyVapid(authorization: string): { key: string; aud: string; exp: number; sub: string } {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const [header = "", claims = "", signature = ""] = token.split(".");
  const isValid = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isValid) throw new Error("The signature is not that of the key.");
  return { key, ...JSON.parse(Buffer.from(claims, "base64url").toString()) };
}
