import { z } from "zod";
import { type ImageType, stripMetadata } from "./strip-metadata";

const MAX_LOGO_BYTES = 200_000;
const NOT_A_LOGO = "must be a data URL of a PNG, JPEG, WebP or GIF image";

/** What the first bytes of an image say: its name and the claims of others count for nothing. SVG could run scripts. */
const SIGNATURES: [type: ImageType, pattern: RegExp][] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** The type of a raster image by its first bytes. Null if it is none. */
export function imageType(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  return SIGNATURES.find(([, pattern]) => pattern.test(head))?.[0] ?? null;
}

/** An image as a data URL. */
export const toDataUrl = (bytes: Uint8Array): string =>
  `data:${imageType(bytes)};base64,${Buffer.from(bytes).toString("base64")}`;

/** A logo as a data URL, which becomes its bytes, without what they say besides the image. Null or an empty text removes it. */
export const logo = z
  .string({ error: NOT_A_LOGO })
  .nullable()
  .transform((url, context): Uint8Array<ArrayBuffer> | null => {
    if (!url) return null;
    const [, base64 = ""] = /^data:image\/[a-z]+;base64,([A-Za-z\d+/]+=*)$/.exec(url) ?? [];
    const bytes = Buffer.from(base64, "base64");
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const type = imageType(bytes);
    if (type === null) return refuse(NOT_A_LOGO);
    if (bytes.length > MAX_LOGO_BYTES) return refuse("is too large (maximum is 200 kB)");
    const stripped = stripMetadata(bytes, type);
    return stripped ? new Uint8Array(stripped) : refuse("is a damaged image");
  });
