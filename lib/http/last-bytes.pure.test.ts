import fc from "fast-check";
import { expect, test } from "vitest";
import { LastBytes } from "./last-bytes";

test("the last bytes of any chunks are kept, in order, and all are counted", () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(chunks, fc.nat(60), (chunks, limit) => {
      const last = new LastBytes(limit);
      for (const chunk of chunks) last.add(chunk);

      const all = Buffer.concat(chunks);
      expect(last.toBuffer()).toEqual(all.subarray(Math.max(0, all.length - limit)));
      expect(last.total).toBe(all.length);
    }),
  );
});
