import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { expect, test } from "vitest";
import { PrivateAddressError } from "@/lib/outbox/network-error";
import { aReceiver } from "@/lib/testing/receiver";
import { connectPublic, post } from "./post";

const publicOnly = { allowPrivate: false, timeoutMs: 5_000 };

test.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])(
  "nothing is sent to %s unless private targets are allowed",
  async (host) => {
    const receiver = await aReceiver();
    const url = new URL(receiver.url.replace("127.0.0.1", host));

    const result = await post({ url, headers: {}, body: "{}" }, publicOnly);

    expect(result).toEqual({ kind: "network_error", reason: "private_address", status: null, text: "" });
    expect(receiver.requests).toEqual([]);
    receiver.close();
  },
);

test("a name that resolves to a private address only when it is connected to receives nothing", async () => {
  const receiver = await aReceiver();
  const rebindingLookup: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
  const dispatcher = new Agent({ connect: connectPublic(rebindingLookup) });
  const url = receiver.url.replace("127.0.0.1", "rebinding.example");

  await expect(request(url, { method: "POST", body: "{}", dispatcher })).rejects.toThrow(PrivateAddressError);

  expect(receiver.requests).toEqual([]);
  receiver.close();
});
