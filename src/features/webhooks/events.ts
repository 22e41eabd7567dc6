import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const options = { resource: "webhook", feed: null, refreshes: ["webhooks"], complianceRelevant: true } as const;
const details = z.strictObject({
  name: z.string(),
  host: z.string(),
  /** What was changed. */
  changed: z.array(z.string()).optional(),
  events: z.array(z.string()).optional(),
  because: z.string().optional(),
});
type Named = { id: string; name: string; host: string };
type More = Omit<z.infer<typeof details>, "name" | "host">;

const about = (type: string, words: string, more: { severity?: "warning"; refreshes?: readonly string[] } = {}) =>
  event(type, { ...options, details, ...more }, ({ id, name, host }: Named, given: More = {}) => ({
    id,
    title: `${words}: ${name}`,
    details: { name, host, ...given },
  }));

export const webhookAdded = about("webhook.added", "Webhook added");
export const webhookChanged = about("webhook.changed", "Webhook changed");
export const webhookRemoved = about("webhook.removed", "Webhook removed", { severity: "warning" });
export const secretRotated = about("webhook.secret_rotated", "New secret of webhook");
export const rotationEnded = about("webhook.rotation_ended", "Previous secret of webhook ended");
export const webhookTested = about("webhook.tested", "Test of webhook");
export const messageSentAgain = about("webhook.sent_again", "Message of webhook sent again");
/** Boardroom did, because nothing arrives. */
export const webhookSwitchedOff = about("webhook.switched_off", "Webhook switched off", { severity: "warning" });
