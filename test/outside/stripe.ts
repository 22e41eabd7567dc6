import { readFileSync } from "node:fs";
import { type Answer, type Call, openService } from "./service.ts";

type StripeObject = Record<string, unknown> & { id: string; created: number };

/** Stripe's own examples of its objects; what is made here has their fields. */
const examples = JSON.parse(readFileSync(new URL("../data/stripe-objects.json", import.meta.url), "utf8")) as Record<
  string,
  StripeObject
>;

export const stripeKey = "rk_test_51BoardroomStandIn";
const kinds = {
  customers: { example: "customer", prefix: "cus" },
  subscriptions: { example: "subscription", prefix: "sub" },
  invoices: { example: "invoice", prefix: "in" },
  balance_transactions: { example: "balance_transaction", prefix: "txn" },
} as const;
type Kind = keyof typeof kinds;

const refused = (status: number, message: string): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", message } },
});

/**
 * Stripe as its API behaves: lists newest first with `starting_after`, expands what is asked for, keeps events with the
 * object as it was, answers deleted customers by their id, and drops deleted drafts.
 */
export async function openStripe() {
  const objects = new Map<Kind, Map<string, StripeObject>>(
    (Object.keys(kinds) as Kind[]).map((kind) => [kind, new Map()]),
  );
  const events: StripeObject[] = [];
  const settings = { mayReadBalance: true, key: stripeKey, accountName: "Elm & Sons", productName: "Care plan" };
  let counter = 0;
  let isQuiet = false;
  const service = await openService(serve);
  const seconds = (): number => Math.floor(service.clock.now().getTime() / 1_000);
  const of = (kind: Kind) => objects.get(kind) ?? new Map<string, StripeObject>();

  const typeOf: Partial<Record<Kind, string>> = {
    customers: "customer",
    subscriptions: "customer.subscription",
    invoices: "invoice",
  };
  function tell(kind: Kind, what: string, object: StripeObject): void {
    const type = typeOf[kind];
    if (!type || isQuiet) return;
    counter += 1;
    events.unshift({
      ...examples["event"],
      id: `evt_${counter}`,
      created: seconds(),
      type: `${type}.${what}`,
      data: { object: structuredClone(object) },
    });
  }

  /** Adds an object, as an example of Stripe's with these fields. */
  function add(kind: Kind, fields: Record<string, unknown> & { created?: number }): string {
    counter += 1;
    const { example, prefix } = kinds[kind];
    const created = fields.created ?? seconds();
    const object = { ...structuredClone(examples[example]), ...fields, id: `${prefix}_${counter}`, created };
    of(kind).set(object.id, object as StripeObject);
    tell(kind, "created", object as StripeObject);
    return object.id;
  }
  function change(kind: Kind, id: string, fields: Record<string, unknown>): void {
    const object = of(kind).get(id);
    if (!object) throw new Error(`There is no ${id}.`);
    Object.assign(object, fields);
    tell(kind, "updated", object);
  }
  function remove(kind: Kind, id: string): void {
    const object = of(kind).get(id);
    if (!object) throw new Error(`There is no ${id}.`);
    of(kind).delete(id);
    tell(kind, "deleted", object);
  }

  /** The object with what was asked for in place of ids. */
  function expanded(object: StripeObject, fields: readonly string[]): StripeObject {
    const copy = structuredClone(object);
    if (fields.includes("customer") && typeof copy["customer"] === "string") {
      const id = copy["customer"];
      copy["customer"] = of("customers").get(id) ?? { id, object: "customer", deleted: true };
    }
    if (fields.includes("items.data.price.product"))
      for (const { price } of (copy["items"] as { data: { price: Record<string, unknown> }[] }).data)
        price["product"] = { id: price["product"], object: "product", name: settings.productName };
    if (fields.includes("source") && typeof copy["source"] === "string")
      copy["source"] = { id: copy["source"], object: "charge", billing_details: { name: copy["payer"] ?? null } };
    return copy;
  }

  function list(all: readonly StripeObject[], query: URLSearchParams): Answer {
    const limit = Number(query.get("limit") ?? 10);
    const since = Number(query.get("created[gte]") ?? 0);
    const types = query.getAll("types[]");
    const found = all
      .filter((one) => one.created >= since && (types.length === 0 || types.includes(String(one["type"]))))
      .toSorted((one, other) => other.created - one.created);
    const after = query.get("starting_after");
    const from = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
    if (after !== null && from === 0) return refused(400, `No such object: '${after}'`);
    const fields = query.getAll("expand[]").map((field) => field.replace(/^data\./, ""));
    const data = found.slice(from, from + limit).map((one) => expanded(one, fields));
    return { body: { object: "list", data, has_more: found.length > from + limit } };
  }

  function serve({ path, query, headers }: Call): Answer {
    if (headers.authorization !== `Bearer ${settings.key}`)
      return refused(401, "Invalid API Key provided: rk_test_****");
    if (!headers["stripe-version"]) return refused(400, "Send a version.");
    const [, version, kind = "", id] = path.split("/");
    if (version !== "v1") return refused(404, "Unrecognized request URL");
    if (kind === "account")
      return { body: { ...examples["account"], settings: { dashboard: { display_name: settings.accountName } } } };
    if (kind === "events") return list(events, query);
    if (!(kind in kinds)) return refused(404, "Unrecognized request URL");
    if (kind === "balance_transactions" && !settings.mayReadBalance)
      return refused(
        403,
        "The provided key 'rk_test_****' does not have the required permissions for this endpoint. Having the 'rak_balance_transaction_read' permission would allow this request to continue.",
      );
    if (id === undefined) return list([...of(kind as Kind).values()], query);
    const object = of(kind as Kind).get(decodeURIComponent(id));
    if (object) return { body: expanded(object, query.getAll("expand[]")) };
    if (kind === "customers") return { body: { id, object: "customer", deleted: true } };
    return refused(404, `No such ${kind.slice(0, -1)}: '${id}'`);
  }

  /** What happens in it has no events any more, as after 30 days. */
  function quietly(work: () => void): void {
    isQuiet = true;
    work();
    isQuiet = false;
  }

  return { ...service, settings, add, change, remove, quietly, objects: (kind: Kind) => [...of(kind).values()] };
}
