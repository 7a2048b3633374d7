import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { toUserHandle } from "@/lib/people/second-factors/passkey-options";
import { RELYING_PARTY } from "@/lib/people/second-factors/relying-party";

/** What a device is asked and does when it responds with: all as it should be, unless a test wants otherwise. */
type Overrides = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  userHandle?: string;
  counter?: number;
};

/** A passkey in memory, as a browser and its device make and use one. */
export class SoftPasskey {
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private counter = 0;

  constructor(private readonly userId: string) {}

  /** What the browser sends to add it. */
  make(challenge: string, { origin, rpId, isVerified }: Overrides = {}): string {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const data = Buffer.concat([
      this.state(HAS_KEY, rpId, isVerified),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      key,
    ]);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([data.length]),
      data,
    ]);
    return this.toJson({
      clientDataJSON: toClientData("webauthn.create", challenge, origin),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** What the browser sends to sign a challenge. */
  sign(challenge: string, { origin, rpId, isVerified, userHandle, counter }: Overrides = {}): string {
    this.counter = counter ?? this.counter + 1;
    const data = this.state(0, rpId, isVerified);
    const client = toClientData("webauthn.get", challenge, origin);
    const signed = Buffer.concat([data, sha256(Buffer.from(client, "base64url"))]);
    return this.toJson({
      clientDataJSON: client,
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.keys.privateKey).toString("base64url"),
      userHandle: userHandle ?? toUserHandle(this.userId),
    });
  }

  private state(more: number, rpId = RELYING_PARTY.id, isVerified = true): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter]);
  }

  private toJson(response: object): string {
    const id = this.id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}

const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();

const toClientData = (type: string, challenge: string, origin = RELYING_PARTY.origin) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
