import { BodyCollector } from "@/lib/http/body-collector";
import { handleRequest } from "@/lib/protocols/handle";

type Given = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array; at?: Date };

/** Sends a request of any protocol through what both servers call, at this time or now. */
export async function requestProtocol(url: string, given: Given = {}) {
  const { method = "GET", headers = {}, body = "", at = new Date() } = given;
  const collector = new BodyCollector(headers["content-encoding"] ?? "");
  await collector.add(Buffer.from(body));
  const received = await collector.end();
  return handleRequest(
    {
      method,
      url,
      contentType: headers["content-type"] ?? "",
      userAgent: "curl/8.5.0",
      peer: "192.0.2.1",
      forwardedFor: "",
      header: (name) => headers[name] ?? "",
      body: () => received,
    },
    at,
  );
}
