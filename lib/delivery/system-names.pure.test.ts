import { expect, test } from "vitest";
import { fullNames, parseHosts, parseSearchDomains } from "./system-names";

test("a hosts file gives every address of a name, whatever its case", () => {
  const hosts = parseHosts(
    "# ours\n127.0.0.1\tlocalhost loopback # both\n::1 localhost\r\n10.0.0.7  Receiver.example\nnonsense here\n\n",
  );

  expect(Object.fromEntries(hosts)).toEqual({
    localhost: ["127.0.0.1", "::1"],
    loopback: ["127.0.0.1"],
    "receiver.example": ["10.0.0.7"],
  });
});

test("localhost is known without a hosts file", () => {
  expect(parseHosts("").get("localhost")).toEqual(["127.0.0.1", "::1"]);
});

test.each([
  ["nameserver 10.0.0.1\nsearch jobs.svc.cluster.local svc.cluster.local\noptions ndots:5\n", 2],
  ["domain corp.example\n", 1],
  ["search .\n", 0],
  ["", 0],
])("of the file %j the search domains are read", (text, count) => {
  expect(parseSearchDomains(text)).toHaveLength(count);
});

test.each([
  ["receiver", ["receiver.jobs.example", "receiver"]],
  ["receiver.jobs", ["receiver.jobs", "receiver.jobs.jobs.example"]],
  ["receiver.example.", ["receiver.example."]],
])("%s is asked for as %j", (hostname, names) => {
  expect(fullNames(hostname, ["jobs.example"])).toEqual(names);
});
