import { handleCheckIn } from "@/lib/check-ins/handle";
import { BodyCollector } from "@/lib/http/body-collector";

type Given = { method?: string; body?: string | Buffer; contentType?: string };

/** Sends a request to a check-in URL at this time, through what both servers call. Returns its status. */
export async function requestCheckIn(url: string, at: Date, given: Given = {}): Promise<number> {
  const { body = "", method = body === "" ? "GET" : "POST", contentType = "" } = given;
  const collector = new BodyCollector("");
  await collector.add(Buffer.from(body));
  const received = await collector.end();
  const client = { userAgent: "curl/8.5.0", peer: "192.0.2.1", forwardedFor: "", header: () => "" };
  const { status } = await handleCheckIn({ ...client, method, url, contentType, body: () => received }, at);
  return status;
}
