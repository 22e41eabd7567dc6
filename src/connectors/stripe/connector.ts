import { z } from "zod";
import { headerOf, idOfBytes, isSame, signatureOf } from "#connectors/webhook.ts";
import { checkAnswer, type Connector } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { stripeSource } from "#connectors/stripe/source.ts";

const apiVersion = "2026-10-28.endive";

const secret = z
  .string()
  .trim()
  .regex(/^(?:rk|sk)_(?:live|test)_\w{8,}$/, "Enter a restricted key (rk_…) or a secret key (sk_…)");
const credentials = z
  .strictObject({
    secret_key: secret,
    publishable_key: z
      .string()
      .trim()
      .regex(/^(?:|pk_(?:live|test)_\w+)$/, "A publishable key begins with pk_live_ or pk_test_")
      .default(""),
    webhook_secret: z
      .string()
      .trim()
      .regex(/^(?:|whsec_\w{8,200})$/, "A signing secret begins with whsec_")
      .default(""),
  })
  .refine(({ secret_key: key, publishable_key: other }) => other === "" || modeOf(key) === modeOf(other), {
    message: "One key is of the live mode and the other of the test mode",
    path: ["publishable_key"],
  });
const modeOf = (key: string): string => key.split("_")[1] ?? "";

const fault = z.object({ error: z.object({ message: z.string() }) });

/** Stripe, by a restricted key that may read, at its address or a stand-in's. */
export const stripeConnector = (api = "https://api.stripe.com"): Connector => ({
  id: "stripe",
  name: "Stripe",
  agent: "CFO",
  api: `${api}/v1/`,
  credentials,
  sign: ({ secret_key: key = "" }) => ({ authorization: `Bearer ${key}`, "stripe-version": apiVersion }),
  faultOf({ status, body }) {
    if (status !== 403) return null;
    // Stripe names the missing permission, with the key masked.
    const { data } = fault.safeParse(jsonOf({ body }));
    return data ? new ConnectorFault("denied", data.error.message.slice(0, 300)) : null;
  },
  source: stripeSource,
  webhook: {
    secretOf: ({ webhook_secret: secret = "" }) => secret || null,
    verify({ headers, bytes, secret }) {
      const given = headerOf(headers, "stripe-signature")
        .split(",")
        .map((part) => part.split("="));
      const time = given.find(([name]) => name === "t")?.[1] ?? "";
      if (!/^\d{1,12}$/.test(time)) return null;
      const own = signatureOf(secret, [`${time}.`, bytes], "hex");
      const isSigned = given.some(([name, value = ""]) => name === "v1" && isSame(own, value));
      return isSigned ? { id: idOfBytes(bytes), at: new Date(Number(time) * 1_000) } : null;
    },
  },
  async test(call) {
    // The right that revenue needs; the account's name may not be readable.
    checkAnswer({ name: "Stripe" }, await call({ path: "balance_transactions?limit=1" }));
    const answer = await call({ path: "account", allows: [401, 403] });
    const { data } = z
      .object({
        id: z.string(),
        business_profile: z.object({ name: z.string().nullish() }).nullish(),
        settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
      })
      .safeParse(answer.status < 400 ? jsonOf(answer) : null);
    const name = data?.settings?.dashboard?.display_name || data?.business_profile?.name;
    return { id: data?.id ?? "account", name: name || data?.id || "your account" };
  },
});
