export type ImageType = keyof typeof STRIP;

/** Where a segment ends, and whether it stays. */
type Segment = { end: number; stays: boolean; isLast?: boolean };

/** The head of an image with those of its segments that stay. `read`: the segment that begins at this place. */
function strip(bytes: Buffer, headLength: number, read: (at: number) => Segment): Buffer {
  const parts = [part(bytes, 0, headLength)];
  for (let at = headLength; ; ) {
    const { end, stays, isLast } = read(at);
    if (stays) parts.push(part(bytes, at, end));
    if (isLast) return Buffer.concat(parts);
    at = end;
  }
}

const PNG_CHUNKS = /^([A-Z]{4}|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|pHYs|acTL|fcTL|fdAT|cICP)$/;

const png = (bytes: Buffer): Buffer =>
  strip(bytes, 8, (at) => {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    return { end, stays: PNG_CHUNKS.test(name), isLast: name === "IEND" };
  });

const WEBP_CHUNKS = /^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/;

function webp(bytes: Buffer): Buffer {
  const until = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const nameAt = (image: Buffer, at: number) => image.toString("latin1", at, at + 4);
  const stripped = strip(bytes, 12, (at) => {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    return { end, stays: WEBP_CHUNKS.test(nameAt(bytes, at)), isLast: end >= until };
  });
  stripped.writeUInt32LE(stripped.length - 8, 4);
  // The flags of EXIF and XMP.
  if (nameAt(stripped, 12) === "VP8X") stripped.writeUInt8(stripped.readUInt8(20) & ~0x0c, 20);
  return stripped;
}

const jpeg = (bytes: Buffer): Buffer =>
  strip(bytes, 2, (at) => {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffff) return { end: at + 1, stays: false };
    if (marker === 0xffd9) return { end: at + 2, stays: true, isLast: true };
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    // After the start of a scan come its data, in which a marker is none if a zero or a restart follows.
    if (marker === 0xffda)
      while (bytes.readUInt8(end) !== 0xff || /^(0|20[89]|21[0-5])$/.test(String(bytes.readUInt8(end + 1))))
        end += 1;
    return { end, stays: isOfLooks(marker, bytes.toString("latin1", at + 4, at + 16)) };
  });

/** Whether a segment affects how the image looks: the format, the color profile and Adobe's encoding, but no comments. */
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
  return strip(bytes, 13 + tableSize(bytes.readUInt8(10)), (at) => {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) return { end: at + 1, stays: true, isLast: true };
    if (kind === 0x2c) return { end: endOfBlocks(at + 11 + tableSize(bytes.readUInt8(at + 9))), stays: true };
    if (kind !== 0x21) throw new RangeError("There is no block.");
    const label = bytes.readUInt8(at + 1);
    const isLoop = label === 0xff && bytes.toString("latin1", at + 3, at + 14) === "NETSCAPE2.0";
    return { end: endOfBlocks(at + 2), stays: label === 0xf9 || isLoop };
  });
}

function part(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length) throw new RangeError("The image is cut.");
  return bytes.subarray(from, to);
}

const STRIP = { "image/png": png, "image/jpeg": jpeg, "image/gif": gif, "image/webp": webp };

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
