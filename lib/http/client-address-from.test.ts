import { expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { clientAddressFrom } from "./client-address-from";

test("a private peer that is not trusted and forwards addresses is warned of once", () => {
  const warn = vi.spyOn(log, "warn");

  expect(clientAddressFrom("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  expect(clientAddressFrom("10.0.0.2", "")).toBe("10.0.0.2");
  expect(warn).not.toHaveBeenCalled();

  for (const client of ["198.51.100.1", "198.51.100.2"])
    expect(clientAddressFrom("10.0.0.2", client)).toBe("10.0.0.2");
  expect(clientAddressFrom("::1", "198.51.100.1")).toBe("::1");
  expect(warn.mock.calls.map(([fields, line]) => [fields, String(line).includes("TRUSTED_PROXIES")])).toEqual(
    [
      [{ peer: "10.0.0.2" }, true],
      [{ peer: "::1" }, true],
    ],
  );
});
