/** What the server responds with, as JSON. Null if it could not be asked, or `signal` ended the request: the caller keeps what it shows. */
export const askServer = <Body>(url: string, signal?: AbortSignal): Promise<Body | null> =>
  fetch(url, { signal: signal ?? null })
    .then((response): Promise<Body> => response.json())
    .catch(() => null);
