import fc from "fast-check";
import { expect, test } from "vitest";
import { Places } from "./places";
import { Refusal } from "./refusal";

/** Work that ends when it is notified to. */
function aPiece() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
}

test("anyone who asks in any order, so many pieces are done at once, one for each account, and each refusal has its reason", async () => {
  const account = fc.constantFrom("ada", "bob", "cleo", "dan");
  const step = fc.record({ account, ends: fc.boolean(), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const places = new Places(2, "upload");
      const running = new Map<string, () => Promise<void>>();
      for (const { account, ends, fails } of steps) {
        if (ends) {
          await running.get(account)?.();
          running.delete(account);
          continue;
        }
        const { end, ended } = aPiece();
        let began = false;
        const done = places.use(account, async () => {
          began = true;
          await ended;
          if (fails) throw new Error("The work failed.");
        });
        const outcome = done.then(
          () => "done",
          (error: Error) => error.message,
        );
        if (running.has(account)) expect(await outcome).toContain("of yours is in progress");
        else if (running.size === 2) expect(await outcome).toContain("are in progress right now");
        else {
          expect(began).toBe(true);
          running.set(account, async () => {
            end();
            expect(await outcome).toBe(fails ? "The work failed." : "done");
          });
          continue;
        }
        expect(began).toBe(false);
      }
    }),
  );
});

test("a refusal is one for every copy of the program, as Next.js loads some", async () => {
  const copy: typeof import("./places") = await import("./places?copy" as string);
  const { Refusal: Other }: typeof import("./refusal") = await import("./refusal?copy" as string);
  expect(copy.Places).not.toBe(Places);
  expect(new Other("rate_limited", "Wait.")).toBeInstanceOf(Refusal);
  expect(new Error("Wait.")).not.toBeInstanceOf(Refusal);
});
