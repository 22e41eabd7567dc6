import { z } from "zod";
import type { Connector } from "#connectors/connector.ts";
import {
  askGoogle,
  channelMessages,
  google,
  type GoogleAddresses,
  googleClient,
  googleSignIn,
  unreadGoogle,
} from "#connectors/google.ts";
import { drive } from "#connectors/google-drive/refusals.ts";
import { driveSource, folderOf } from "#connectors/google-drive/source.ts";

const aboutUser = z.object({ user: z.object({ emailAddress: z.string().min(1) }) });

/** Google Drive, which is only read, at Google's addresses or a stand-in's. */
export const driveConnector = (at: GoogleAddresses = google): Connector => ({
  id: "google_drive",
  name: drive.name,
  agent: "Operations",
  api: `${at.api}/drive/v3/`,
  credentials: z.strictObject({
    ...googleClient,
    folder: z
      .string()
      .trim()
      .refine((typed) => folderOf(typed) !== null, "Enter the address of a folder, or leave it empty for all files")
      .default(""),
  }),
  ...googleSignIn(at, drive),
  source: driveSource,
  webhook: channelMessages,
  async test(call) {
    const found = await askGoogle(call, "about", aboutUser, { query: { fields: "user(emailAddress)" } });
    if (!found) throw unreadGoogle();
    return { id: found.user.emailAddress, name: found.user.emailAddress };
  },
});
