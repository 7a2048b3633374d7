const WORKER = "/push-worker.js";

const TIMEOUT_MS = 30_000;

/** Whether this browser can show notifications of this page, and whether its person lets it. */
export type Support = "able" | "blocked" | "insecure" | "unsupported";

export function supportOfBrowser(): Support {
  if (!window.isSecureContext) return "insecure";
  const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isAble) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "able";
}

/** The subscription of this browser, which all cases share. Null without one. */
async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** SHA-256 of the URL of this browser's subscription, in hexadecimal. Null without one. */
export async function endpointHashOfBrowser(): Promise<string | null> {
  const subscription = await findSubscription();
  if (!subscription || Notification.permission !== "granted") return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Subscribes this browser to messages of the installation with this key. Throws if its push service cannot be reached. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && !isFor(existing, publicKey)) await existing.unsubscribe();
  const subscription = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return Promise.race([subscription, noResponse()]);
}

/** Some browsers never stop waiting for their push service. */
const noResponse = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("no response within 30 seconds.")), TIMEOUT_MS),
  );

/** The address may have belonged to another installation before. */
function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(key).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}

export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
