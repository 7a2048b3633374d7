/** What the server answers, as JSON. Null if it could not be asked, or `signal` ended the request: the caller keeps what it shows. */
export const askServer = <Answer>(url: string, signal?: AbortSignal): Promise<Answer | null> =>
  fetch(url, { signal: signal ?? null })
    .then((response): Promise<Answer> => response.json())
    .catch(() => null);
