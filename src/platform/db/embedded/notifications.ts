import type { Connection } from "./connection.ts";
import { channelOf, notificationFrom } from "./frames.ts";

/** Sends notifications to all listeners; the sender's own are returned, because they are part of its response. */
export function deliver(
  notifications: readonly Buffer[],
  sender: Connection,
  connections: Iterable<Connection>,
): Buffer[] {
  const own: Buffer[] = [];
  const targets = notifications.length > 0 ? [...connections] : [];
  for (const notification of notifications) {
    const channel = channelOf(notification);
    const signed = notificationFrom(sender.id, notification);
    for (const connection of targets) {
      if (!connection.channels.has(channel)) continue;
      if (connection === sender) own.push(signed);
      else connection.write(signed);
    }
  }
  return own;
}
