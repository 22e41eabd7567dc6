import * as calls from "#features/integrations/contract.ts";
import { type Changing, keepsPromises } from "../connector-promises.ts";
import { follow } from "../connecting.ts";
import { client, openQuickBooks } from "../outside/quickbooks.ts";

/** What every connector promises, of QuickBooks. */
keepsPromises({
  name: "QuickBooks",
  async open() {
    const books = await openQuickBooks();
    const entities = { customers: "Customer", vendors: "Vendor", payments: "Payment" } as const;
    const fields = { customers: "FullyQualifiedName", vendors: "DisplayName", payments: "PaymentRefNum" } as const;
    type Kind = keyof typeof entities;
    const service: Changing = {
      ...books,
      add: (kind, name) =>
        `${entities[kind as Kind]}:${books.add(entities[kind as Kind], {
          [fields[kind as Kind]]: name,
          ...(kind === "payments" && { TotalAmt: 12.5, TxnDate: "2026-11-02" }),
        })}`,
      change: (kind, id, name) =>
        books.change(entities[kind as Kind], id.split(":")[1] ?? "", { [fields[kind as Kind]]: name }),
      remove: (kind, id) => books.remove(entities[kind as Kind], id.split(":")[1] ?? ""),
      holds: (kind) =>
        books.alive(entities[kind as Kind]).map((one) => ({
          id: `${entities[kind as Kind]}:${one.Id}`,
          name: String(one[fields[kind as Kind]]),
        })),
    };
    return { service, connector: books.connector, close: books.close };
  },
  async connect(member, world) {
    const { authUrl, id } = await member.call(calls.setUpCredentials, {
      body: { integrationId: "quickbooks", credentials: client },
    });
    await follow(world, member, authUrl ?? "");
    return id;
  },
  secrets: () => [client.client_secret],
  kinds: {
    customers: { column: "name", mayChange: true, mayRemove: true },
    vendors: { column: "name", mayChange: true, mayRemove: true },
    payments: { column: "reference", mayChange: true, mayRemove: true },
  },
  leastCalls: 1,
});
