import type { Connection } from "./connection.ts";
import { channelOf, notificationFrom } from "./frames.ts";

/** Hands notifications to all who listen; those for their sender are given back, for they belong into its answer. */
export function deliver(
  notifications: readonly Buffer[],
  sender: Connection,
  connections: Iterable<Connection>,
): Buffer[] {
  const own: Buffer[] = [];
  const everybody = notifications.length > 0 ? [...connections] : [];
  for (const notification of notifications) {
    const channel = channelOf(notification);
    const signed = notificationFrom(sender.id, notification);
    for (const connection of everybody) {
      if (!connection.channels.has(channel)) continue;
      if (connection === sender) own.push(signed);
      else connection.write(signed);
    }
  }
  return own;
}
