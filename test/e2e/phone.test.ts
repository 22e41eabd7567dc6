import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { getPush } from "#features/notifications/push/contract.ts";
import { openPushService } from "../outside/push-service.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

/** Boardroom on a phone: installed, notified, and approving with a passkey. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;
/** Browsers allow passkeys for names only. */
let origin: string;
let service: Awaited<ReturnType<typeof openPushService>>;
let keys: ReturnType<typeof service.subscribe>;

beforeAll(async () => {
  service = await openPushService();
  world = await openWorld({ PRIVATE_ADDRESSES: "127.0.0.1" });
  browser = await openBrowser();
  member = await world.member("owner");
  origin = world.config.publicUrl.origin;
  page = await openPage(browser, world, null, {
    viewport: { width: 390, height: 844 },
    permissions: ["notifications"],
  });
  await page.context().addCookies([{ name: "sid", value: member.cookie?.slice(4) ?? "", url: origin }]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await service?.close();
});

/** Gives the browser a subscription at our push service: none outside is asked. */
async function subscribe(): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => Promise.resolve(true),
    };
    Object.assign(PushManager.prototype, {
      subscribe: () => Promise.resolve(subscription),
      getSubscription: () => Promise.resolve(null),
    });
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Object.assign(Notification, { requestPermission: () => Promise.resolve("granted") });
  }, keys);
}

test("the app can be installed: its manifest names icons that are there, and its worker keeps nothing", async () => {
  await page.goto(`${origin}/account`);
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(`${origin}${href}`);
  expect(answer.headers()["content-type"]).toContain("manifest+json");
  const { icons, start_url, display } = (await answer.json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    start_url: string;
    display: string;
  };
  expect([start_url, display]).toEqual(["/", "standalone"]);
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = Object.assign(new Image(), { src });
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    icons.map(({ src }) => src),
  );
  expect(sizes).toEqual(icons.map(({ sizes: wanted }) => wanted));
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const worker = await (await page.request.get(`${origin}/push.js`)).text();
  expect(worker).not.toMatch(/caches|"fetch"|indexedDB/);
});

test("a person switches notifications on, chooses quiet hours, and a notification opens the proposal", async () => {
  keys = service.subscribe((await member.call(getPush)).publicKey);
  await subscribe();
  await page.goto(`${origin}/account`);
  await page.getByRole("switch", { name: "Notify me on this device" }).click();
  await page.getByText("this device", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Test / }).click();
  await expect.poll(() => service.received(keys).length).toBe(1);
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await page.getByLabel("From").fill("21:30");
  await page.getByLabel("To", { exact: true }).focus();
  await expect.poll(async () => (await member.call(getPush)).quiet?.from).toBe("21:30");
  await inspectPage(page);
  await inspectThemes(page);
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await expect.poll(async () => (await member.call(getPush)).quiet).toBeNull();

  const [cfo] = await hire(member, "CFO");
  const { id } = await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await expect.poll(() => service.received(keys).length).toBe(2);
  const sent = service.received(keys)[1]?.shown;
  expect(sent?.href).toBe(`/decisions/${id}`);

  // The browser hands the worker what arrived. One without a window shows no notifications.
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("The worker does not run.");
  await worker.evaluate(() => {
    const all: unknown[] = [];
    Object.assign(self, { shown: all });
    Object.assign(Reflect.get(self, "registration"), {
      showNotification: (...given: unknown[]) => void all.push(given),
    });
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  const registration = new Promise<string>((found) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) found(first.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registration,
    data: JSON.stringify(sent),
  });
  await expect
    .poll(() => worker.evaluate(() => Reflect.get(self, "shown") as unknown))
    .toMatchObject([
      [
        sent?.title,
        { body: sent?.body, data: { href: sent?.href }, actions: [{ action: "open", title: "Open proposal" }] },
      ],
    ]);
});

test("approving asks for the passkey, once", async () => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Phone");
  await page.getByRole("dialog").getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "I saved them" }).click();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/second-factor/confirm")) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`${origin}${service.received(keys)[1]?.shown.href}`);
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await page.getByText("Approved", { exact: false }).first().waitFor();
  await expect.poll(() => asked).toEqual(["/api/second-factor/confirm/options", "/api/second-factor/confirm"]);
});
