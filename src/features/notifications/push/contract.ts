import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, isTimeZone, text } from "#contract/words.ts";

export const maxDevices = 20;

/** A browser that shows a person's notifications. */
export const pushDevice = z.strictObject({
  id,
  /** "Chrome on Android"; null if the browser does not say. */
  name: z.string().nullable(),
  /** The push service that carries them. */
  service: z.string(),
  addedAt: instant,
  lastSentAt: instant.nullable(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const clock = text(5).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Choose a time");

export const quietHours = z
  .strictObject({
    from: clock,
    to: clock,
    timeZone: text(64).refine(isTimeZone, "This time zone is not known"),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: "Choose an end other than the start" })
  .meta({ examples: [{ from: "22:00", to: "07:00", timeZone: "Europe/London" }] });
export type QuietHours = z.infer<typeof quietHours>;

/** `needs-you`: only what waits for the person. */
export const pushAbouts = ["needs-you", "all"] as const;

export const pushChoices = z.strictObject({
  about: z.enum(pushAbouts),
  /** Null: none. */
  quiet: quietHours.nullable(),
  /** Whether the daily brief is mailed to the person. */
  brief: z.boolean(),
  /** Whether proposals that the person may approve are mailed to them. */
  approvals: z.boolean(),
});
export type PushChoices = z.infer<typeof pushChoices>;

export const pushSettings = z.strictObject({
  /** The installation's key, with which a browser subscribes. */
  publicKey: z.string(),
  devices: z.array(pushDevice),
  ...pushChoices.shape,
  mail: z.strictObject({
    address: z.string(),
    /** Mail goes to a proven address only. */
    isProven: z.boolean(),
    /** Whether the installation sends mail. */
    isPossible: z.boolean(),
  }),
});
export type PushSettings = z.infer<typeof pushSettings>;

export const getPush = endpoint("GET", "/api/push", {
  summary:
    "The signed-in person's notifications: their browsers, what they are notified of, quiet hours, what is mailed to them.",
  response: pushSettings,
  access: "viewer",
  scope: "browser",
});

const encoded = (max: number) => text(max).regex(/^[A-Za-z0-9_-]+$/, "This is not a key of a browser");

export const addPushDevice = endpoint("POST", "/api/push/devices", {
  summary: "Shows the person's notifications in a browser that has subscribed at its push service.",
  body: z
    .strictObject({ endpoint: text(1000).url("This is not an address"), p256dh: encoded(100), auth: encoded(30) })
    .meta({
      examples: [
        {
          endpoint: "https://push.example/send/1",
          p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
      ],
    }),
  response: pushDevice,
  access: "viewer",
  scope: "browser",
});

export const removePushDevice = endpoint("DELETE", "/api/push/devices/:id", {
  summary: "Shows no more notifications in one of the person's browsers.",
  params: { id },
  response: z.strictObject({ id }),
  access: "viewer",
  scope: "browser",
});

export const tryPushDevice = endpoint("POST", "/api/push/devices/:id/test", {
  summary: "Sends a notification to one of the person's browsers, quiet hours or not.",
  params: { id },
  response: z.strictObject({ id }),
  access: "viewer",
  scope: "browser",
});

export const choosePush = endpoint("PUT", "/api/push", {
  summary: "Chooses what the person is notified of on devices and when not, and what is mailed to them.",
  body: pushChoices,
  response: pushSettings,
  access: "viewer",
  scope: "browser",
});
