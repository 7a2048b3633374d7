/** An HTTP response with a text body. */
export type TextResponse = { status: number; headers: Record<string, string>; body: string };
