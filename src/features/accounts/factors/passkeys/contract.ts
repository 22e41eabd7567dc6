import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, required, text } from "#contract/words.ts";

export const passkey = z.strictObject({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const encoded = (max: number) => text(max).regex(/^[A-Za-z0-9_-]+$/, "This is not an answer of a passkey");
/** How a browser reaches the authenticator, such as "usb". */
const transports = z.array(text(20).regex(/^[a-z-]+$/, "This is not a way to a passkey")).max(10);

/** The fields read from a new passkey (WebAuthn level 3, RegistrationResponseJSON). */
export const created = z.strictObject({
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal("public-key"),
  response: z.strictObject({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(10_000),
    transports: transports.optional(),
  }),
});

/** The fields read from a passkey's signature (AuthenticationResponseJSON). */
export const signed = z.strictObject({
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal("public-key"),
  response: z.strictObject({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
  }),
});

/** What the browser passes on to its authenticators (PublicKeyCredentialCreationOptionsJSON and the like). */
export const options = z.looseObject({ challenge: z.string() });

export const startPasskey = endpoint("POST", "/api/second-factor/passkeys/options", {
  summary: "What the browser needs to make a new passkey, valid for 10 minutes.",
  response: options,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const addPasskey = endpoint("POST", "/api/second-factor/passkeys", {
  summary: "Adds a passkey; the first factor comes with recovery codes, shown once.",
  body: z.strictObject({ name: required(60, "Give the passkey a name"), passkey: created }),
  response: z.strictObject({ passkey, recoveryCodes: z.array(z.string()) }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const removePasskey = endpoint("DELETE", "/api/second-factor/passkeys/:id", {
  summary: "Removes one of the person's own passkeys.",
  params: { id },
  response: passkey,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});
