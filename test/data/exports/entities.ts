import type { Entity, Locale } from "./export.ts";

/** Fixed numbers that look random: the same on every run. */
function noise(seed: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
export const pick = <One>(list: readonly One[], at: number): One => list[at % list.length] as One;

/** Amounts below and above a thousand, round and not, in the currency's digits. */
export function amountOf(at: number, { digits }: Locale, most = 40_000): number {
  const size = [0.004, 0.02, 0.08, 0.3, 1][at % 5] ?? 1;
  const value = 10 + noise(at + 7) * most * size;
  return at % 4 === 0 ? Math.round(value / 10) * 10 : Number(value.toFixed(digits));
}
export const rounded = (value: number, { digits }: Locale): number => Number(value.toFixed(digits)) + 0;

const pad = (value: number) => String(value).padStart(2, "0");
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days over a year; in an early locale all by the 12th, where every one could be a month as well. */
function dayOf(at: number, { early }: Locale, start = "2026-01-02"): string {
  if (!early) return addDays(start, at * 11 + Math.floor(noise(at) * 9));
  return `2026-${pad(1 + ((at * 5) % 9))}-${pad(2 + ((at * 7) % 11))}`;
}
/** The day so many days later; in an early locale so many months. */
function laterThan(day: string, days: number, { early }: Locale): string {
  if (!early) return addDays(day, days);
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const months = month + Math.max(1, Math.round(days / 30));
  return `${year + Math.floor((months - 1) / 12)}-${pad(1 + ((months - 1) % 12))}-${pad(date)}`;
}

/** The day in a time zone of an instant. */
export const dayIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant);

const slug = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase()
    .slice(0, 14) || "kontakt";
const emailOf = (name: string, at: number): string => `${slug(name)}${at}@example.com`;

const makers: Record<string, (at: number, of: Locale) => Entity> = {
  customers: (at, of) => {
    const name = pick(of.customers, at);
    return {
      externalId: String(48_210_000_311 + at * 7),
      name: at < of.customers.length ? name : `${name} ${Math.floor(at / of.customers.length) + 1}`,
      email: emailOf(name, at),
      phone: `+1 555 01${pad(at)}`,
      segment: pick(["Retail", "Manufacturing", "Healthcare"], at),
      status: pick(["active", "prospect", "active", "churned"], at),
      ownerName: pick(of.people, at),
      since: dayOf(at, of, "2025-01-04"),
      lastContactOn: laterThan(dayOf(at, of, "2025-01-04"), 60, of),
      notes: at % 6 === 2 ? "Prefers calls before noon, not after" : null,
    };
  },
  vendors: (at, of) => ({
    externalId: String(700 + at),
    name: at < of.vendors.length ? pick(of.vendors, at) : `${pick(of.vendors, at)} ${at}`,
    email: emailOf(pick(of.vendors, at), at),
    category: pick(["Hosting", "Office", "Insurance"], at),
    status: "active",
    notes: null,
  }),
  deals: (at, of) => {
    const opened = dayOf(at, of);
    const stage = pick(["lead", "qualified", "proposal", "negotiation", "won", "lost"], at);
    const closed = stage === "won" || stage === "lost";
    return {
      externalId: String(9_000_417_210 + at * 13),
      name: `${pick(of.customers, at)} ${pick(["renewal", "pilot", "expansion", "rollout"], at)} ${at + 1}`,
      customerName: pick(of.customers, at),
      stage,
      amount: amountOf(at + 3, of),
      currency: of.place.currency,
      probability: { lead: 0.1, qualified: 0.2, proposal: 0.5, negotiation: 0.75, won: 1, lost: 0 }[stage] ?? null,
      channel: pick(["Referral", "Web", "Trade Show"], at),
      ownerName: pick(of.people, at),
      openedOn: opened,
      expectedCloseOn: laterThan(opened, 60, of),
      lastActivityOn: laterThan(opened, 30, of),
      closedOn: closed ? laterThan(opened, 60, of) : null,
      nextStep: at % 3 === 0 ? "Send revised quote" : null,
    };
  },
  invoices: (at, of) => {
    const issued = dayOf(at, of);
    const amount = amountOf(at, of);
    const kind = pick(["open", "paid", "part", "paid"], at);
    return {
      number: `INV-${1041 + at}`,
      customerName: pick(of.customers, at),
      vendorName: pick(of.vendors, at),
      issuedOn: issued,
      dueOn: laterThan(issued, 30, of),
      paidOn: kind === "paid" ? laterThan(issued, 31, of) : null,
      amount,
      openAmount: kind === "open" ? amount : kind === "paid" ? 0 : rounded(amount / 4, of),
      status: kind === "paid" ? "paid" : "open",
      document: "invoice",
      currency: of.place.currency,
      category: pick(["Consulting", "Licences", "Travel"], at),
      notes: at % 5 === 1 ? 'Frames, 27" wide' : null,
    };
  },
  subscriptions: (at, of) => {
    const started = dayOf(at, of, "2025-02-03");
    const status = pick(["active", "trial", "active", "cancelled", "paused"], at);
    return {
      externalId: `sub_1Q${at}xK7fLm`,
      name: pick(["Team", "Business", "Starter"], at),
      customerName: pick(of.customers, at),
      status,
      amount: amountOf(at, of, 900),
      currency: of.place.currency,
      interval: pick(["month", "year"], at),
      seats: 3 + (at % 9),
      startedOn: started,
      renewsOn: laterThan(started, 365, of),
      cancelledOn: status === "cancelled" ? laterThan(started, 120, of) : null,
    };
  },
  contracts: (at, of) => {
    const signed = dayOf(at, of, "2025-01-09");
    return {
      title: `${pick(["Framework", "Service", "Maintenance"], at)} agreement ${at + 1}`,
      customerName: pick(of.customers, at),
      vendorName: pick(of.vendors, at),
      kind: "customer",
      status: pick(["active", "draft", "ended"], at),
      signedOn: signed,
      startsOn: laterThan(signed, 30, of),
      endsOn: laterThan(signed, 730, of),
      noticeDays: pick([30, 60, 90], at),
      autoRenews: at % 2 === 0,
      yearlyValue: amountOf(at, of),
      currency: of.place.currency,
      ownerName: pick(of.people, at),
    };
  },
  tickets: (at, of) => {
    const opened = dayOf(at, of);
    const status = pick(["open", "waiting", "resolved", "closed"], at);
    const done = status === "resolved" || status === "closed";
    return {
      number: String(20_411 + at),
      title: pick(["Cannot sign in", "Wrong total on invoice", "Export is empty", "Add a second user"], at),
      customerName: pick(of.customers, at),
      kind: pick(["support", "incident", "request", "support"], at),
      status,
      priority: pick(["low", "medium", "high"], at),
      openedOn: opened,
      resolvedOn: done ? laterThan(opened, 30, of) : null,
      dueOn: laterThan(opened, 60, of),
      ownerName: pick(of.people, at),
    };
  },
  payments: (at, of) => {
    const type = pick(["charge", "charge", "refund", "charge", "payout"], at);
    const gross = amountOf(at + 11, of, 2_000) * (type === "refund" || type === "payout" ? -1 : 1);
    const fee = type === "charge" ? rounded(gross * 0.029, of) : 0;
    return {
      externalId: `txn_3R${at}bTq9Yd`,
      paidOn: dayOf(at, of),
      type,
      amount: gross,
      fee,
      net: rounded(gross - fee, of),
      currency: of.place.currency,
      customerName: type === "payout" ? null : pick(of.customers, at),
      description: type === "payout" ? "STRIPE PAYOUT" : `Order ${3100 + at}`,
      reference: `ch_3R${at}mZp`,
    };
  },
  transactions: (at, of) => {
    const income = at % 3 === 0;
    const amount = amountOf(at, of, 9_000) * (income ? 1 : -1);
    const running = Array.from({ length: at + 1 }, (_, line) => amountOf(line, of, 9_000) * (line % 3 === 0 ? 1 : -1));
    return {
      bookedOn: dayOf(at, of),
      amount: rounded(amount, of),
      currency: of.place.currency,
      description: income ? "Incoming transfer" : pick(["Card payment", "Direct debit", "Transfer"], at),
      counterparty: income ? pick(of.customers, at) : pick(of.vendors, at),
      category: income ? "Sales" : "Operations",
      balance: rounded(250_000 + running.reduce((sum, value) => sum + value, 0), of),
      reference: `REF ${88_120 + at}`,
    };
  },
  people: (at, of) => {
    const started = dayOf(at, of, "2023-03-01");
    return {
      externalId: String(1001 + at),
      name: at < of.people.length ? pick(of.people, at) : `${pick(of.people, at)} ${pick(["Jr", "II", "III"], at)}`,
      email: emailOf(pick(of.people, at), at),
      role: pick(["Engineer", "Designer", "Account manager"], at),
      team: pick(["Product", "Sales", "Operations"], at),
      status: at % 7 === 5 ? "left" : "active",
      startedOn: started,
      endedOn: at % 7 === 5 ? laterThan(started, 365, of) : null,
      monthlyCost: rounded(3_000 + noise(at) * 4_000, of),
      currency: of.place.currency,
      managerName: pick(of.people, at + 1),
      location: pick(["Main office", "Remote"], at),
    };
  },
  bankAccounts: (at, of) => ({
    name: pick(["Operating account", "Payroll account", "Reserve"], at),
    bank: pick(["First Bank", "City Bank"], at),
    number: String(40_001_234 + at * 11),
    currency: of.place.currency,
    balance: amountOf(at + 4, of, 200_000),
    balanceOn: "2026-03-31",
    status: "open",
  }),
  figures: (at, of) => ({ day: addDays("2026-01-15", at), "figure:daily_revenue": amountOf(at, of, 9_000) }),
};

export function entitiesOf(target: string, count: number, of: Locale): Entity[] {
  const maker = makers[target] ?? (() => ({}));
  return Array.from({ length: count }, (_, at) => maker(at, of));
}
