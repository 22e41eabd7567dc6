import type { AsOwner } from "./ground.ts";

/** How many facts a company holds for the measurement of answers; 500 vendors come on top. */
export const facts = {
  customers: 20_000,
  invoices: 50_000,
  deals: 15_000,
  contracts: 5_000,
  subscriptions: 5_000,
  tickets: 5_000,
} as const;
const vendors = 500;

const head = "company_id, id, source, external_id, origin, created_at, updated_at";
/** The key columns of the n-th record of a kind; ids come from a hash, so that rows find each other and every run is the same. */
const first = (kind: string) =>
  `:company, md5(:company::text || '${kind}' || n)::uuid, 'csv', '${kind}-' || n, CASE WHEN n % 10 = 0 THEN 'owner' ELSE 'external' END,
   now() - n % 700 * interval '1 day', now() - n % 700 * interval '1 day'`;
/** A number from 0 to under `below` that looks like chance and is the same at every run. */
const any = (what: string, below: number) => `(('x' || substr(md5('${what}' || n), 1, 7))::bit(28)::int % ${below})`;
const party = (kind: "customer" | "vendor", at: string) =>
  `${kind === "customer" ? "'Northwind '" : "'Supplier '"} || ${at} || ' Ltd', md5(:company::text || '${kind}' || ${at})::uuid`;
const customerOf = (what: string) => party("customer", `(1 + ${any(what, facts.customers)})`);
const vendorOf = (what: string) => party("vendor", `(1 + ${any(what, vendors)})`);
const one = (what: string, ...values: string[]) => `(ARRAY['${values.join("','")}'])[1 + ${any(what, values.length)}]`;
const money = (what: string) => `(50 + ${any(what, 20_000)})`;
const currency = `CASE WHEN n % 20 = 0 THEN 'EUR' END`;
const owner = one("owner", "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn");

/** Every statement of the ground, in order; `:company` is the company. */
const statements = [
  `INSERT INTO customers (${head}, name, name_key, segment, status, owner_name, since, last_contact_on, usage_30, usage_prior_30, satisfaction)
   SELECT ${first("customer")}, 'Northwind ' || n || ' Ltd', 'northwind ' || n, ${one("segment", "small", "middle", "large")},
     ${one("status", "active", "active", "active", "active", "active", "prospect", "paused", "churned")}, ${owner},
     current_date - ${any("since", 1500)}, current_date - ${any("contact", 90)}, ${any("usage", 900)}, ${any("before", 900)},
     ${any("said", 11)} FROM generate_series(1, ${facts.customers}) n`,
  `INSERT INTO vendors (${head}, name, name_key, category, status, owner_name, yearly_budget)
   SELECT ${first("vendor")}, 'Supplier ' || n || ' Ltd', 'supplier ' || n, ${one("category", "hosting", "office", "travel", "tools")},
     CASE WHEN n % 12 = 0 THEN 'ended' ELSE 'active' END, ${owner}, CASE WHEN n % 3 > 0 THEN 10000 + ${any("budget", 200_000)} END
   FROM generate_series(1, ${vendors}) n`,
  `INSERT INTO invoices (${head}, number, customer_name, customer_id, direction, issued_on, due_on, paid_on, amount, currency, status)
   SELECT ${first("invoice")}, 'INV-' || n, ${customerOf("of")}, 'receivable', day, day + 30, CASE WHEN paid THEN day + 20 + ${any("late", 30)} END,
     ${money("amount")}, ${currency}, CASE WHEN paid THEN 'paid' ELSE ${one("state", "open", "open", "open", "open", "open", "open", "disputed", "void")} END
   FROM generate_series(1, ${0.8 * facts.invoices}) n, LATERAL (SELECT current_date - ${any("day", 730)} AS day) d,
     LATERAL (SELECT ${any("paid", 100)} < CASE WHEN day < current_date - 60 THEN 96 ELSE 30 END AS paid) p`,
  `INSERT INTO invoices (${head}, number, vendor_name, vendor_id, direction, issued_on, due_on, paid_on, amount, currency, status, category, channel)
   SELECT ${first("bill")}, 'B-' || n, ${vendorOf("from")}, 'payable', day, day + 30, CASE WHEN paid THEN day + 25 END, ${money("cost")}, ${currency},
     CASE WHEN paid THEN 'paid' ELSE 'open' END, ${one("for", "hosting", "marketing", "travel", "salaries", "tools")}, ${one("channel", "search", "social", "mail", "events")}
   FROM generate_series(1, ${0.2 * facts.invoices}) n, LATERAL (SELECT current_date - ${any("bill", 730)} AS day) d,
     LATERAL (SELECT day < current_date - 40 AS paid) p`,
  `INSERT INTO deals (${head}, customer_name, customer_id, name, stage, amount, currency, probability, channel, owner_name, opened_on,
     expected_close_on, last_activity_on, closed_on)
   SELECT ${first("deal")}, ${customerOf("deal of")}, 'Deal ' || n, stage, ${money("deal")} * 3, ${currency}, CASE WHEN n % 4 = 0 THEN 0.5 END,
     ${one("came", "search", "referral", "events", "social")}, ${owner}, opened,
     CASE WHEN stage NOT IN ('won', 'lost') THEN current_date - 20 + ${any("close", 140)} END,
     CASE WHEN stage NOT IN ('won', 'lost') THEN current_date - ${any("touched", 60)} ELSE opened + 20 END,
     CASE WHEN stage IN ('won', 'lost') THEN least(opened + 40, current_date) END
   FROM generate_series(1, ${facts.deals}) n,
     LATERAL (SELECT ${one("stage", "won", "won", "won", "lost", "lost", "lost", "lost", "lead", "qualified", "proposal", "negotiation")} AS stage) s,
     LATERAL (SELECT current_date - CASE WHEN stage IN ('won', 'lost') THEN ${any("opened", 730)} ELSE ${any("opened", 120)} END AS opened) o`,
  `INSERT INTO contracts (${head}, customer_name, customer_id, vendor_name, vendor_id, title, kind, status, signed_on, starts_on, ends_on,
     notice_days, auto_renews, renewal_months, yearly_value, owner_name)
   SELECT ${first("contract")}, CASE WHEN mine THEN c.name END, CASE WHEN mine THEN c.id END, CASE WHEN NOT mine THEN v.name END, CASE WHEN NOT mine THEN v.id END,
     'Agreement ' || n, CASE WHEN mine THEN 'customer' ELSE ${one("kind", "vendor", "vendor", "data protection")} END,
     ${one("standing", "active", "active", "active", "active", "ended", "draft")}, CASE WHEN n % 25 > 0 THEN current_date - 300 END, current_date - ${any("starts", 900)},
     current_date - 100 + ${any("ends", 900)}, ${one("notice", "30", "60", "90")}::int, n % 3 > 0, 12, ${money("worth")}, ${owner}
   FROM generate_series(1, ${facts.contracts}) n, LATERAL (SELECT n % 5 < 4 AS mine) m, LATERAL (SELECT ${customerOf("contract of")}) c(name, id),
     LATERAL (SELECT ${vendorOf("contract with")}) v(name, id)`,
  `INSERT INTO subscriptions (${head}, customer_name, customer_id, vendor_name, vendor_id, name, kind, status, amount, interval, seats, started_on,
     renews_on, cancelled_on, owner_name)
   SELECT ${first("subscription")}, CASE WHEN mine THEN c.name END, CASE WHEN mine THEN c.id END, CASE WHEN NOT mine THEN v.name END, CASE WHEN NOT mine THEN v.id END,
     'Subscription ' || n, CASE WHEN mine THEN 'plan' ELSE ${one("sort", "service", "licence", "domain", "certificate", "token")} END, state,
     ${money("price")} / 20, CASE WHEN n % 2 = 0 THEN 'month' ELSE 'year' END, 1 + ${any("seats", 40)}, current_date - 30 - ${any("began", 900)},
     CASE WHEN state <> 'cancelled' THEN current_date - 5 + ${any("renews", 365)} END,
     CASE WHEN state = 'cancelled' THEN current_date - ${any("left", 365)} END, ${owner}
   FROM generate_series(1, ${facts.subscriptions}) n, LATERAL (SELECT n % 5 < 4 AS mine) m, LATERAL (SELECT ${customerOf("plan of")}) c(name, id),
     LATERAL (SELECT ${vendorOf("service of")}) v(name, id),
     LATERAL (SELECT ${one("runs", "active", "active", "active", "active", "trial", "cancelled")} AS state) s`,
  `INSERT INTO tickets (${head}, customer_name, customer_id, number, title, kind, status, priority, opened_on, due_on, resolved_on, owner_name,
     estimated_hours, actual_hours)
   SELECT ${first("ticket")}, ${customerOf("ticket of")}, 'T-' || n, 'Ticket ' || n, ${one("about", "support", "support", "request", "incident", "promise")}, state,
     ${one("urgent", "low", "medium", "high")}, opened, opened + 14, CASE WHEN state IN ('resolved', 'closed') THEN least(opened + ${any("days", 30)}, current_date) END,
     ${owner}, 1 + ${any("planned", 8)}, 1 + ${any("took", 12)}
   FROM generate_series(1, ${facts.tickets}) n, LATERAL (SELECT ${one("done", "closed", "closed", "closed", "resolved", "resolved", "open", "waiting")} AS state) s,
     LATERAL (SELECT current_date - CASE WHEN state IN ('open', 'waiting') THEN ${any("asked", 40)} ELSE ${any("asked", 500)} END AS opened) o`,
];

/** Gives a company 100,000 records that know each other, the same at every run, counted back from today. */
export async function seedRecords(asOwner: AsOwner, company: string): Promise<void> {
  for (const text of statements) await asOwner(text.replaceAll(":company", `'${company}'::uuid`));
}
