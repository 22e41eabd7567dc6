import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import { calendarSource } from "#connectors/google-calendar/source.ts";
import {
  askGoogle,
  channelMessages,
  google,
  type GoogleAddresses,
  googleClient,
  googleSignIn,
  unreadGoogle,
} from "#connectors/google.ts";

export const calendarScope = "https://www.googleapis.com/auth/calendar.readonly";
const service = { name: "Google Calendar", host: "calendar-json.googleapis.com", scope: calendarScope };
const primary = z.object({ id: z.string().min(1) });

/** The main calendar of a Google account, which is only read, at Google's addresses or a stand-in's. */
export const calendarConnector = (at: GoogleAddresses = google): Connector => ({
  id: "google_calendar",
  name: service.name,
  agent: "Operations",
  api: `${at.api}/calendar/v3/`,
  credentials: z.strictObject(googleClient),
  ...googleSignIn(at, service),
  source: calendarSource,
  webhook: channelMessages,
  async test(call) {
    const found = await askGoogle(call, "calendars/primary", primary, { query: {} });
    if (!found) throw unreadGoogle();
    // The main calendar is called by the account's address.
    return { id: found.id, name: found.id };
  },
});
