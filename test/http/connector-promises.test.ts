import { stripeConnector } from "#connectors/stripe/connector.ts";
import * as calls from "#features/integrations/contract.ts";
import { type Changing, keepsPromises } from "../connector-promises.ts";
import { openStripe, stripeKey } from "../outside/stripe.ts";

keepsPromises({
  name: "Stripe",
  async open() {
    const stripe = await openStripe();
    const fields = { customers: "name", invoices: "number", payments: "description" } as const;
    const listOf = { customers: "customers", invoices: "invoices", payments: "balance_transactions" } as const;
    type Kind = keyof typeof fields;
    const service: Changing = {
      ...stripe,
      add: (kind, name) =>
        stripe.add(listOf[kind as Kind], {
          [fields[kind as Kind]]: name,
          ...(kind === "payments" && { currency: "usd", amount: 1_250, fee: 50, net: 1_200 }),
        }),
      change: (kind, id, name) => stripe.change(listOf[kind as Kind], id, { [fields[kind as Kind]]: name }),
      remove: (kind, id) => stripe.remove(listOf[kind as Kind], id),
      holds: (kind) =>
        stripe.objects(listOf[kind as Kind]).map((one) => ({ id: one.id, name: String(one[fields[kind as Kind]]) })),
    };
    return { service, connector: stripeConnector(stripe.url), close: stripe.close };
  },
  connect: async (member) =>
    (
      await member.call(calls.setUpCredentials, {
        body: { integrationId: "stripe", credentials: { secret_key: stripeKey } },
      })
    ).id,
  secrets: () => [stripeKey],
  kinds: {
    customers: { column: "name", mayChange: true, mayRemove: true },
    invoices: { column: "number", mayChange: true, mayRemove: true },
    // What moved on a balance never changes.
    payments: { column: "description", mayChange: false, mayRemove: false },
  },
  leastCalls: 2,
});
