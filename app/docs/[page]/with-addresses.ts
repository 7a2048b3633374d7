import { env } from "@/lib/platform/env";
import { toUuid } from "@/lib/rules/snitch-uuid";

/** The snitch of the examples. */
export const EXAMPLE = { token: "c0ffee1234abcd56", id: "c0ffee12-34ab-8cd5-8600-746174746c65" };

/** The addresses of this installation in the place of those in `docs/works-with.md`, and those of a snitch, if a token is given. */
export function withAddresses(text: string, snitch?: string | string[]): string {
  const token = /^[\w-]{1,64}$/.exec(String(snitch ?? ""))?.[0] ?? EXAMPLE.token;
  return text
    .replaceAll("https://checkin.tattle.example", env.CHECK_IN_URL)
    .replaceAll("https://tattle.example", env.APP_URL)
    .replaceAll(EXAMPLE.token, token)
    .replaceAll(EXAMPLE.id, toUuid({ ...EXAMPLE, token }));
}
