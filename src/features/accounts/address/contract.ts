import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { text } from "#contract/words.ts";

export const askForProof = endpoint("POST", "/api/user/address/proof", {
  summary: "Mails the signed-in person a link that proves their address.",
  /** Null: the installation sends no mail. */
  response: z.strictObject({ sentTo: z.string().nullable() }),
  access: "viewer",
  scope: "browser",
});

export const proveAddress = endpoint("POST", "/api/user/address", {
  summary: "Proves the signed-in person's address with the token of the link mailed there.",
  body: z.strictObject({
    token: text(600).regex(/^[A-Za-z0-9_-]+$/, "This link is incomplete. Open it again from the mail"),
  }),
  response: z.strictObject({ address: z.string() }),
  access: "viewer",
  scope: "browser",
});
