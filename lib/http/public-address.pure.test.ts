import { expect, test } from "vitest";
import { isPrivateLiteral, isPublicAddress } from "./public-address";

test.each([
  ["93.184.216.34", true],
  ["2606:2800:220:1::1", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["192.0.2.1", false],
  ["192.88.99.1", false],
  ["198.18.0.1", false],
  ["224.0.0.1", false],
  ["240.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["fe80::1", false],
  ["fe80::1%eth0", false],
  ["fec0::1", false],
  ["fd00::1", false],
  ["ff02::1", false],
  ["100::1", false],
  ["2001:db8::1", false],
  ["3fff::1", false],
  ["4000::1", false],
  ["5f00::1", false],
  // Metadata services: most clouds, Azure, Oracle, Alibaba; then AWS and Google by IPv6.
  ["169.254.169.254", false],
  ["168.63.129.16", false],
  ["168.63.129.17", true],
  ["192.0.0.192", false],
  ["100.100.100.200", false],
  ["fd00:ec2::254", false],
  ["fd20:ce::254", false],
  // An IPv4 address inside an IPv6 address: mapped, compatible, translated, NAT64, 6to4, Teredo.
  ["::ffff:127.0.0.1", false],
  ["::ffff:168.63.129.16", false],
  ["::ffff:93.184.216.34", true],
  ["::127.0.0.1", false],
  ["::7f00:1", false],
  ["::93.184.216.34", false],
  ["::ffff:0:127.0.0.1", false],
  ["64:ff9b::127.0.0.1", false],
  ["64:ff9b::10.1.2.3", false],
  ["64:ff9b::169.254.169.254", false],
  ["64:ff9b::168.63.129.16", false],
  ["64:ff9b::93.184.216.34", true],
  ["64:ff9b:1::93.184.216.34", false],
  ["2002:7f00:1::1", false],
  ["2002:5db8:d822::1", false],
  ["2001:0:5db8:d822::1", false],
  ["not an address", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  "http://127.0.0.1/",
  "http://[::1]:8080/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://127.1/",
  "http://[::127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://168.63.129.16/",
])("%s is recognized as a private address", (url) => {
  expect(isPrivateLiteral(new URL(url))).toBe(true);
});
