import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { email, id } from "#contract/words.ts";

const setting = z.string().max(500);

export const findMailbox = endpoint("POST", "/api/mail/find", {
  summary: "Finds the servers of an address, at its provider, its domain or in a directory. Nothing is signed in.",
  body: z.strictObject({ address: email }),
  response: z.strictObject({
    /** The provider, where it is known; what its users miss most often. */
    provider: z.string().nullable(),
    hint: z.string().nullable(),
    /** The kind of mailbox to sign in with by OAuth, and whether that is the only way. */
    oauth: z.string().nullable(),
    isOauthOnly: z.boolean(),
    /** What to connect with besides the password; null: nothing was found. */
    settings: z.record(z.string(), setting).nullable(),
  }),
  access: "admin",
  scope: "browser",
  cost: "external",
});

export const listSignIns = endpoint("GET", "/api/mail/sign-ins", {
  summary: "The kinds of mailboxes that are connected by OAuth, each with the redirect address of its client.",
  response: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      provider: z.string(),
      redirect: z.string(),
      scopes: z.array(z.string()),
      /** Whether `address` is among its credentials. */
      needsAddress: z.boolean(),
    }),
  ),
  access: "member",
});

export const beginSignIn = endpoint("POST", "/api/mail/sign-in", {
  summary: "Stores the company's own OAuth client for a mailbox, and says where the browser goes to agree.",
  body: z.strictObject({
    kind: z.string().max(20),
    credentials: z
      .record(z.string().max(40), setting)
      .refine((given) => Object.keys(given).length <= 10, "Enter at most 10 fields"),
    /** That the mailbox's mail is read and stored here. */
    consent: z.literal(true, "Agree that its mail is read and stored here."),
  }),
  response: z.strictObject({ authUrl: z.string() }),
  access: "admin",
  scope: "browser",
});

export const checkMailbox = endpoint("POST", "/api/mail/mailboxes/:id/check", {
  summary: "Tries everything a mailbox needs, without sending anything, and names what is missing.",
  params: { id },
  response: z.strictObject({
    findings: z.array(z.strictObject({ what: z.string(), isOk: z.boolean(), note: z.string().nullable() })),
  }),
  access: "admin",
  cost: "external",
});
export type Finding = z.infer<typeof checkMailbox.response>["findings"][number];
