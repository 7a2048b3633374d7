import { readText } from "@/lib/api/body";
import { errorResponse, noContent } from "@/lib/api/response";
import { recordProof } from "@/lib/channels/record-proof";

const MAX_BYTES = 16 * 1024;

type Context = { params: Promise<{ signedId: string }> };

/** Receives a text message's status from Twilio, which has neither cookies nor a key: the signature in the path is the proof. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handle(request, (await params).signedId).catch(errorResponse);
}

async function handle(request: Request, signedId: string): Promise<Response> {
  await recordProof(signedId, new URLSearchParams(await readText(request, MAX_BYTES)));
  return noContent();
}
