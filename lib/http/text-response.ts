/** A response with a text body, as every HTTP server of ours can send it. */
export type TextResponse = { status: number; headers: Record<string, string>; body: string };
