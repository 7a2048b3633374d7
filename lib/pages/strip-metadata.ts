const STRIP = { "image/png": png, "image/jpeg": jpeg, "image/gif": gif, "image/webp": webp };
export type ImageType = keyof typeof STRIP;

/**
 * An image without what cameras and editors wrote into it, such as where it was taken and by whom: only what is known to be about its
 * looks stays. Null if it is damaged.
 */
export function stripMetadata(bytes: Buffer, type: ImageType): Buffer | null {
  try {
    return STRIP[type](bytes);
  } catch (error) {
    // It says that there are more bytes than there are.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG_CHUNKS = /^([A-Z]{4}|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|pHYs|acTL|fcTL|fdAT|cICP)$/;

function png(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8, name = ""; name !== "IEND"; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    name = bytes.toString("latin1", at + 4, at + 8);
    if (PNG_CHUNKS.test(name)) parts.push(part(bytes, at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

const WEBP_CHUNKS = /^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/;

function webp(bytes: Buffer): Buffer {
  const parts = [Buffer.from(bytes.subarray(0, 12))];
  const until = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at < until; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const name = bytes.toString("latin1", at, at + 4);
    const chunk = Buffer.from(part(bytes, at, end));
    // The flags of EXIF and XMP.
    if (name === "VP8X") chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8);
    if (WEBP_CHUNKS.test(name)) parts.push(chunk);
    at = end;
  }
  const stripped = Buffer.concat(parts);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}

function jpeg(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; ; ) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    if (marker === 0xffd9) return Buffer.concat([...parts, part(bytes, at, at + 2)]);
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    // After the start of a scan come its data, in which a marker is none if a zero or a restart follows.
    if (marker === 0xffda)
      while (bytes.readUInt8(end) !== 0xff || /^(0|20[89]|21[0-5])$/.test(String(bytes.readUInt8(end + 1))))
        end += 1;
    if (isOfLooks(marker, bytes.toString("latin1", at + 4, at + 16))) parts.push(part(bytes, at, end));
    at = end;
  }
}

/** Of the segments of applications only the format, the profile of colors, and how Adobe wrote these; and no comments. */
function isOfLooks(marker: number, begin: string): boolean {
  if (marker < 0xffc0) throw new RangeError("There is no marker.");
  if (marker >= 0xffe0 && marker <= 0xffef) return /^(JFIF\0|ICC_PROFILE\0|Adobe)/.test(begin);
  return marker !== 0xfffe;
}

function gif(bytes: Buffer): Buffer {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const endOfBlocks = (from: number) => {
    let at = from;
    while (bytes.readUInt8(at) > 0) at += 1 + bytes.readUInt8(at);
    return at + 1;
  };
  let at = 13 + tableSize(bytes.readUInt8(10));
  const parts = [part(bytes, 0, at)];
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) return Buffer.concat([...parts, bytes.subarray(at, at + 1)]);
    const isImage = kind === 0x2c;
    if (!isImage && kind !== 0x21) throw new RangeError("There is no block.");
    const label = bytes.readUInt8(at + 1);
    const end = endOfBlocks(isImage ? at + 11 + tableSize(bytes.readUInt8(at + 9)) : at + 2);
    const isLoop = label === 0xff && bytes.toString("latin1", at + 3, at + 14) === "NETSCAPE2.0";
    if (isImage || label === 0xf9 || isLoop) parts.push(part(bytes, at, end));
    at = end;
  }
}

function part(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length) throw new RangeError("The image is cut.");
  return bytes.subarray(from, to);
}
