/** Notifications in this browser, whoever is signed in. */
export type Subscribed = { endpoint: string; p256dh: string; auth: string };

const worker = "/push.js";
const deviceKey = "push-device";

/** iPhones and iPads have it only in an app on the home screen. */
export const canNotify = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The id of this browser among the person's devices; null if it shows no notifications. */
export const deviceHere = (): string | null =>
  canNotify() && Notification.permission === "granted" ? localStorage.getItem(deviceKey) : null;

export const keepDevice = (id: string): void => localStorage.setItem(deviceKey, id);

const isKey = (subscription: PushSubscription, publicKey: string): boolean => {
  const key = subscription.options.applicationServerKey;
  return key !== null && encode(key) === publicKey;
};

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Asks the person and subscribes at the browser's push service. Throws a sentence if they refuse. */
export async function subscribeHere(publicKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(
      "This browser does not allow notifications from Boardroom. Allow them in its settings for this site",
    );
  const registration = await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  // A subscription for another key would be refused.
  if (known && !isKey(known, publicKey)) await known.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new Error("This browser's push service did not answer. Try again later", { cause });
    });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

/** Ends this browser's subscription: nothing about this person appears here after they sign out. */
export async function unsubscribeHere(): Promise<void> {
  if (!canNotify()) return;
  localStorage.removeItem(deviceKey);
  const registration = await navigator.serviceWorker.getRegistration(worker);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
