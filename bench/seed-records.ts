import type { AsOwner } from "./ground.ts";

/** How many records of each kind a company has when answers are measured; 500 vendors are extra. */
export const recordCounts = {
  customers: 20_000,
  invoices: 50_000,
  deals: 15_000,
  contracts: 5_000,
  subscriptions: 5_000,
  tickets: 5_000,
} as const;
const vendors = 500;

const head = "company_id, id, source, external_id, origin, created_at, updated_at";
/** The key columns of the n-th record of a kind; ids come from a hash, so that references match and every run is the same. */
const keyColumns = (kind: string) =>
  `:company, md5(:company::text || '${kind}' || n)::uuid, 'csv', '${kind}-' || n, CASE WHEN n % 10 = 0 THEN 'owner' ELSE 'external' END,
   now() - n % 700 * interval '1 day', now() - n % 700 * interval '1 day'`;
/** A pseudo-random number from 0 to under `below`, the same in every run. */
const randomBelow = (what: string, below: number) =>
  `(('x' || substr(md5('${what}' || n), 1, 7))::bit(28)::int % ${below})`;
const party = (kind: "customer" | "vendor", at: string) =>
  `${kind === "customer" ? "'Northwind '" : "'Supplier '"} || ${at} || ' Ltd', md5(:company::text || '${kind}' || ${at})::uuid`;
const customerOf = (what: string) => party("customer", `(1 + ${randomBelow(what, recordCounts.customers)})`);
const vendorOf = (what: string) => party("vendor", `(1 + ${randomBelow(what, vendors)})`);
const pick = (what: string, ...values: string[]) =>
  `(ARRAY['${values.join("','")}'])[1 + ${randomBelow(what, values.length)}]`;
const money = (what: string) => `(50 + ${randomBelow(what, 20_000)})`;
const currency = `CASE WHEN n % 20 = 0 THEN 'EUR' END`;
const owner = pick("owner", "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn");

/** The statements that insert the records, in order; `:company` is replaced by the company's id. */
const statements = [
  `INSERT INTO customers (${head}, name, name_key, segment, status, owner_name, since, last_contact_on, usage_30, usage_prior_30, satisfaction)
   SELECT ${keyColumns("customer")}, 'Northwind ' || n || ' Ltd', 'northwind ' || n, ${pick("segment", "small", "middle", "large")},
     ${pick("status", "active", "active", "active", "active", "active", "prospect", "paused", "churned")}, ${owner},
     current_date - ${randomBelow("since", 1500)}, current_date - ${randomBelow("contact", 90)}, ${randomBelow("usage", 900)}, ${randomBelow("before", 900)},
     ${randomBelow("said", 11)} FROM generate_series(1, ${recordCounts.customers}) n`,
  `INSERT INTO vendors (${head}, name, name_key, category, status, owner_name, yearly_budget)
   SELECT ${keyColumns("vendor")}, 'Supplier ' || n || ' Ltd', 'supplier ' || n, ${pick("category", "hosting", "office", "travel", "tools")},
     CASE WHEN n % 12 = 0 THEN 'ended' ELSE 'active' END, ${owner}, CASE WHEN n % 3 > 0 THEN 10000 + ${randomBelow("budget", 200_000)} END
   FROM generate_series(1, ${vendors}) n`,
  `INSERT INTO invoices (${head}, number, customer_name, customer_id, direction, issued_on, due_on, paid_on, amount, currency, status)
   SELECT ${keyColumns("invoice")}, 'INV-' || n, ${customerOf("of")}, 'receivable', day, day + 30, CASE WHEN paid THEN day + 20 + ${randomBelow("late", 30)} END,
     ${money("amount")}, ${currency}, CASE WHEN paid THEN 'paid' ELSE ${pick("state", "open", "open", "open", "open", "open", "open", "disputed", "void")} END
   FROM generate_series(1, ${0.8 * recordCounts.invoices}) n, LATERAL (SELECT current_date - ${randomBelow("day", 730)} AS day) d,
     LATERAL (SELECT ${randomBelow("paid", 100)} < CASE WHEN day < current_date - 60 THEN 96 ELSE 30 END AS paid) p`,
  `INSERT INTO invoices (${head}, number, vendor_name, vendor_id, direction, issued_on, due_on, paid_on, amount, currency, status, category, channel)
   SELECT ${keyColumns("bill")}, 'B-' || n, ${vendorOf("from")}, 'payable', day, day + 30, CASE WHEN paid THEN day + 25 END, ${money("cost")}, ${currency},
     CASE WHEN paid THEN 'paid' ELSE 'open' END, ${pick("for", "hosting", "marketing", "travel", "salaries", "tools")}, ${pick("channel", "search", "social", "mail", "events")}
   FROM generate_series(1, ${0.2 * recordCounts.invoices}) n, LATERAL (SELECT current_date - ${randomBelow("bill", 730)} AS day) d,
     LATERAL (SELECT day < current_date - 40 AS paid) p`,
  `INSERT INTO deals (${head}, customer_name, customer_id, name, stage, amount, currency, probability, channel, owner_name, opened_on,
     expected_close_on, last_activity_on, closed_on)
   SELECT ${keyColumns("deal")}, ${customerOf("deal of")}, 'Deal ' || n, stage, ${money("deal")} * 3, ${currency}, CASE WHEN n % 4 = 0 THEN 0.5 END,
     ${pick("came", "search", "referral", "events", "social")}, ${owner}, opened,
     CASE WHEN stage NOT IN ('won', 'lost') THEN current_date - 20 + ${randomBelow("close", 140)} END,
     CASE WHEN stage NOT IN ('won', 'lost') THEN current_date - ${randomBelow("touched", 60)} ELSE opened + 20 END,
     CASE WHEN stage IN ('won', 'lost') THEN least(opened + 40, current_date) END
   FROM generate_series(1, ${recordCounts.deals}) n,
     LATERAL (SELECT ${pick("stage", "won", "won", "won", "lost", "lost", "lost", "lost", "lead", "qualified", "proposal", "negotiation")} AS stage) s,
     LATERAL (SELECT current_date - CASE WHEN stage IN ('won', 'lost') THEN ${randomBelow("opened", 730)} ELSE ${randomBelow("opened", 120)} END AS opened) o`,
  `INSERT INTO contracts (${head}, customer_name, customer_id, vendor_name, vendor_id, title, kind, status, signed_on, starts_on, ends_on,
     notice_days, auto_renews, renewal_months, yearly_value, owner_name)
   SELECT ${keyColumns("contract")}, CASE WHEN mine THEN c.name END, CASE WHEN mine THEN c.id END, CASE WHEN NOT mine THEN v.name END, CASE WHEN NOT mine THEN v.id END,
     'Agreement ' || n, CASE WHEN mine THEN 'customer' ELSE ${pick("kind", "vendor", "vendor", "data protection")} END,
     ${pick("standing", "active", "active", "active", "active", "ended", "draft")}, CASE WHEN n % 25 > 0 THEN current_date - 300 END, current_date - ${randomBelow("starts", 900)},
     current_date - 100 + ${randomBelow("ends", 900)}, ${pick("notice", "30", "60", "90")}::int, n % 3 > 0, 12, ${money("worth")}, ${owner}
   FROM generate_series(1, ${recordCounts.contracts}) n, LATERAL (SELECT n % 5 < 4 AS mine) m, LATERAL (SELECT ${customerOf("contract of")}) c(name, id),
     LATERAL (SELECT ${vendorOf("contract with")}) v(name, id)`,
  `INSERT INTO subscriptions (${head}, customer_name, customer_id, vendor_name, vendor_id, name, kind, status, amount, interval, seats, started_on,
     renews_on, cancelled_on, owner_name)
   SELECT ${keyColumns("subscription")}, CASE WHEN mine THEN c.name END, CASE WHEN mine THEN c.id END, CASE WHEN NOT mine THEN v.name END, CASE WHEN NOT mine THEN v.id END,
     'Subscription ' || n, CASE WHEN mine THEN 'plan' ELSE ${pick("sort", "service", "licence", "domain", "certificate", "token")} END, state,
     ${money("price")} / 20, CASE WHEN n % 2 = 0 THEN 'month' ELSE 'year' END, 1 + ${randomBelow("seats", 40)}, current_date - 30 - ${randomBelow("began", 900)},
     CASE WHEN state <> 'cancelled' THEN current_date - 5 + ${randomBelow("renews", 365)} END,
     CASE WHEN state = 'cancelled' THEN current_date - ${randomBelow("left", 365)} END, ${owner}
   FROM generate_series(1, ${recordCounts.subscriptions}) n, LATERAL (SELECT n % 5 < 4 AS mine) m, LATERAL (SELECT ${customerOf("plan of")}) c(name, id),
     LATERAL (SELECT ${vendorOf("service of")}) v(name, id),
     LATERAL (SELECT ${pick("runs", "active", "active", "active", "active", "trial", "cancelled")} AS state) s`,
  `INSERT INTO tickets (${head}, customer_name, customer_id, number, title, kind, status, priority, opened_on, due_on, resolved_on, owner_name,
     estimated_hours, actual_hours)
   SELECT ${keyColumns("ticket")}, ${customerOf("ticket of")}, 'T-' || n, 'Ticket ' || n, ${pick("about", "support", "support", "request", "incident", "promise")}, state,
     ${pick("urgent", "low", "medium", "high")}, opened, opened + 14, CASE WHEN state IN ('resolved', 'closed') THEN least(opened + ${randomBelow("days", 30)}, current_date) END,
     ${owner}, 1 + ${randomBelow("planned", 8)}, 1 + ${randomBelow("took", 12)}
   FROM generate_series(1, ${recordCounts.tickets}) n, LATERAL (SELECT ${pick("done", "closed", "closed", "closed", "resolved", "resolved", "open", "waiting")} AS state) s,
     LATERAL (SELECT current_date - CASE WHEN state IN ('open', 'waiting') THEN ${randomBelow("asked", 40)} ELSE ${randomBelow("asked", 500)} END AS opened) o`,
];

/** Gives a company 100,000 records that reference each other, the same in every run, dated back from today. */
export async function seedRecords(asOwner: AsOwner, company: string): Promise<void> {
  for (const text of statements) await asOwner(text.replaceAll(":company", `'${company}'::uuid`));
}
