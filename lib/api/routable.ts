/** The methods that a route of Next.js can answer. */
const ROUTABLE = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Turns what Next.js falls over (500) before it asks any route into what a route can answer: a path that cannot be
 * decoded is taken to the letter, and a method that has no name there counts as one that no operation has.
 */
export function makeRoutable(request: { method?: string; url?: string }): void {
  const { method = "GET", url = "/" } = request;
  if (!ROUTABLE.includes(method)) request.method = "PUT";

  const [path = "", ...query] = url.split(/(?=[?#])/);
  if (!isDecodable(path)) request.url = path.replaceAll("%", "%25") + query.join("");
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
