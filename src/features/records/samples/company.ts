import { addDays } from "#contract/days.ts";
import type { SampledKind } from "#features/records/contract.ts";
import type { Sample } from "#features/records/samples/sample.ts";
import { steadyBills, steadyLeads } from "#features/records/samples/steady.ts";

export type SampleCompany = Record<SampledKind, Sample[]>;

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const first = "Northwind Alder Brightwater Calder Denholm Elmwood Fairfax Glenrock Harbour Ironbridge".split(" ");
const last = ["Logistics", "Clinics", "Foods", "Engineering"];
const people = ["Dana Reyes", "Sam Okafor", "Mia Lindqvist", "Theo Marsh"];
const segments = ["Enterprise", "Mid-market", "Small business"];
const channels = ["search", "referral", "events", "outbound"];
const vendors = `Cloudbase Hosting: Infrastructure; Mailspring: Software; Quillpad: Software; Sentry Ridge: Security;
  Pixelworks Studio: Marketing; Adverta: Marketing; Hallmark Events: Marketing; Ledgerly: Finance;
  Kestrel Insurance: Insurance; Brook & Hale Solicitors: Legal; Metro Offices: Rent; GreenVolt Energy: Utilities;
  Fibrelink: Utilities; Talentbridge: Recruiting; Northern Couriers: Logistics; Papertrail Supplies: Office;
  Domainhaus: Infrastructure; CertAuthority One: Security; Payrollwise: Finance; Clearview Cleaning: Office`
  .split(";")
  .map((each) => each.trim().split(": ") as [string, string]);
const plans: readonly [string, number][] = [
  ["Starter", 290],
  ["Team", 890],
  ["Business", 2_400],
];
const troubles = [
  "Cannot export report",
  "Invoice shows the wrong address",
  "Login loops after reset",
  "Import stops halfway",
  "Dashboard is slow",
  "Question about seats",
];
const wishes = ["Export to Excel", "Single sign-on", "Weekly digest", "More roles"];
const promises = ["Send the security questionnaire", "Call back about the renewal", "Deliver the onboarding plan"];

const two = (number: number): string => String(number).padStart(2, "0");

/** The records of the sample company, the same every time, with days shifted so that overdue rows stay overdue. */
export function sampleCompany(today: string, currency: string): SampleCompany {
  const random = numbersFrom(20_261_120);
  const within = (low: number, high: number): number => Math.floor(low + random() * (high - low + 1));
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const on = (days: number): string => addDays(today, days);
  const customers = first.flatMap((name, at) =>
    last.map((trade, step): Sample => {
      const number = at * last.length + step + 1;
      const status =
        number % 11 === 0 ? "churned" : number % 13 === 0 ? "paused" : number % 9 === 0 ? "prospect" : "active";
      const prior = within(40, 900);
      const fading = number % 7 === 0;
      return {
        externalId: `sample-customer-${two(number)}`,
        fields: {
          name: `${name} ${trade}`,
          email: `accounts@${name.toLowerCase()}-${trade.toLowerCase()}.example`,
          phone: `+44 20 7946 ${String(1000 + number).slice(-4)}`,
          segment: segments[number % 3] ?? null,
          status,
          ownerName: people[number % 4] ?? null,
          since: on(-within(120, 1_400)),
          lastContactOn: on(fading ? -within(65, 120) : -within(1, 40)),
          usage30: status === "churned" ? 0 : Math.round(prior * (fading ? 0.4 : 0.85 + random() * 0.4)),
          usagePrior30: prior,
          satisfaction: fading ? within(3, 5) : within(6, 10),
          notes: null,
        },
      };
    }),
  );
  const nameOf = (at: number): string => String(customers[at % customers.length]?.fields["name"]);
  const steady = { today, currency, nameOf, people };
  return {
    customers,
    vendors: vendors.map(([name, category], at) => ({
      externalId: `sample-vendor-${two(at + 1)}`,
      fields: {
        name,
        email: `billing@${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.example`,
        category,
        status: at === 13 ? "ended" : "active",
        ownerName: people[at % 4] ?? null,
        yearlyBudget: within(2, 60) * 1_000,
        currency,
        notes: null,
      },
    })),
    deals: [
      ...Array.from({ length: 60 }, (_, at): Sample => {
        const stage = (["lead", "qualified", "proposal", "negotiation", "won", "lost"] as const)[at % 6] ?? "lead";
        const closed = stage === "won" || stage === "lost";
        const opened = -within(30, 160);
        const still = at % 4 === 0 ? -within(31, 60) : at % 4 === 1 ? -within(15, 29) : -within(1, 12);
        const closedOn = closed ? on(-within(1, 29)) : null;
        return {
          externalId: `sample-deal-${two(at + 1)}`,
          fields: {
            name: `${one(["Rollout", "Expansion", "Renewal", "Pilot"])} ${nameOf(at * 7 + Math.floor(at / 10))}`,
            customerName: nameOf(at * 7 + Math.floor(at / 10)),
            stage,
            amount: within(4, 90) * 1_000,
            currency,
            probability: closed ? null : at % 5 === 0 ? 0.8 : null,
            channel: one(channels),
            ownerName: people[at % 4] ?? null,
            openedOn: on(Math.min(opened, still)),
            expectedCloseOn: closed ? closedOn : on(at % 9 === 0 ? -within(1, 20) : within(3, 75)),
            lastActivityOn: closed ? closedOn : on(still),
            closedOn,
            nextStep: closed
              ? null
              : one(["Send the offer", "Meet the buyer", "Ask for the budget", "Agree the start"]),
            notes: null,
          },
        };
      }),
      ...steadyLeads(steady),
    ],
    invoices: [
      ...Array.from({ length: 200 }, (_, at): Sample => {
        const payable = at % 4 === 3;
        const [vendorName, category] = vendors[at % vendors.length] ?? vendors[0] ?? ["", ""];
        const issued = -within(1, 240);
        const due = issued + 30;
        const late = due < 0 && (payable ? at % 16 === 3 : at % 8 === 0);
        const isOpen = due >= 0 || late;
        return {
          externalId: `sample-invoice-${String(at + 1).padStart(3, "0")}`,
          fields: {
            number: payable ? `B-${2_000 + at}` : `INV-${1_000 + at}`,
            direction: payable ? "payable" : "receivable",
            customerName: payable ? null : nameOf(at * 3 + Math.floor(at / 8)),
            vendorName: payable ? vendorName : null,
            issuedOn: on(issued),
            dueOn: on(due),
            paidOn: isOpen ? null : on(Math.min(-1, due - within(0, 14))),
            amount: payable ? within(20, 600) * 10 : within(30, 900) * 10,
            currency,
            status: isOpen ? (at % 48 === 0 ? "disputed" : "open") : "paid",
            category: payable ? category : "Subscriptions",
            channel: null,
            notes: null,
          },
        };
      }),
      ...steadyBills(steady),
    ],
    contracts: Array.from({ length: 40 }, (_, at): Sample => {
      const ofVendor = at % 3 === 2;
      const [vendorName] = vendors[at % vendors.length] ?? [""];
      const party = ofVendor ? vendorName : nameOf(at * 5);
      const ends = at % 10 === 9 ? -within(5, 60) : at % 4 === 0 ? within(65, 115) : within(120, 600);
      const kind =
        at % 8 === 7 ? "data protection" : at % 8 === 6 ? "confidentiality" : ofVendor ? "vendor" : "customer";
      const signed = at % 12 === 5 ? null : on(ends - 730);
      return {
        externalId: `sample-contract-${two(at + 1)}`,
        fields: {
          title: `${kind === "customer" ? "Master agreement" : kind === "vendor" ? "Supply agreement" : kind === "confidentiality" ? "NDA" : "Data processing agreement"} ${party}`,
          kind,
          customerName: ofVendor ? null : party,
          vendorName: ofVendor ? party : null,
          status: ends < 0 ? "ended" : signed ? "active" : "draft",
          signedOn: signed,
          startsOn: on(ends - 730),
          endsOn: on(ends),
          noticeDays: [30, 60, 90][at % 3] ?? 30,
          autoRenews: at % 5 !== 0,
          renewalMonths: 12,
          yearlyValue: kind === "customer" || kind === "vendor" ? within(3, 60) * 1_000 : null,
          currency,
          ownerName: people[at % 4] ?? null,
          notes: null,
        },
      };
    }),
    subscriptions: Array.from({ length: 80 }, (_, at): Sample => {
      const number = { externalId: `sample-subscription-${two(at + 1)}` };
      const shared = { currency, cancelledOn: null, ownerName: people[at % 4] ?? null, notes: null };
      if (at >= 60) {
        const [vendorName] = vendors[at - 60] ?? [""];
        const kind = (["service", "licence", "domain", "certificate", "token"] as const)[at % 5] ?? "service";
        const name = kind === "domain" ? `brand-${at}.example` : `${vendorName} ${kind}`;
        return {
          ...number,
          fields: {
            ...shared,
            name,
            kind,
            customerName: null,
            vendorName,
            status: "active",
            amount: kind === "domain" || kind === "certificate" ? within(1, 9) * 10 : within(4, 120) * 10,
            interval: kind === "service" || kind === "licence" ? "month" : "year",
            seats: kind === "licence" ? within(5, 40) : null,
            startedOn: on(-within(200, 900)),
            renewsOn: on(at % 7 === 0 ? -within(1, 9) : within(4, 200)),
          },
        };
      }
      const [plan, price] = plans[at % 3] ?? plans[0] ?? ["", 0];
      const cancelled = at % 14 === 13;
      return {
        ...number,
        fields: {
          ...shared,
          name: `${plan} plan${at >= 40 ? ", second team" : ""}`,
          kind: "plan",
          customerName: nameOf(at),
          vendorName: null,
          status: cancelled ? "cancelled" : at % 17 === 16 ? "trial" : "active",
          amount: price,
          interval: "month",
          seats: within(3, 80),
          startedOn: on(-within(60, 900)),
          renewsOn: cancelled ? null : on(within(1, 180)),
          cancelledOn: cancelled ? on(-within(1, 60)) : null,
        },
      };
    }),
    tickets: Array.from({ length: 120 }, (_, at): Sample => {
      const kind = at % 10 === 9 ? "promise" : at % 6 === 5 ? "incident" : at % 4 === 3 ? "request" : "support";
      const solved = at % 5 < 3;
      const opened = -within(solved ? 8 : 1, solved ? 120 : 30);
      const due = opened + (kind === "incident" ? 2 : kind === "request" ? 60 : 14);
      const title =
        kind === "promise"
          ? one(promises)
          : kind === "request"
            ? one(wishes)
            : kind === "incident"
              ? "Service was not reachable"
              : one(troubles);
      return {
        externalId: `sample-ticket-${String(at + 1).padStart(3, "0")}`,
        fields: {
          number: `T-${500 + at}`,
          title,
          kind,
          customerName: nameOf(at * 11),
          status: solved ? (at % 2 ? "closed" : "resolved") : at % 3 ? "open" : "waiting",
          priority: kind === "incident" ? "high" : ((["low", "medium", "high"] as const)[at % 3] ?? "medium"),
          openedOn: on(opened),
          dueOn: on(due),
          resolvedOn: solved ? on(Math.min(0, opened + within(0, 7))) : null,
          // One owner has more open work than the others.
          ownerName: people[!solved && at % 10 === 3 ? 1 : at % 4] ?? null,
          estimatedHours: within(1, 12),
          actualHours: solved ? within(1, 16) : null,
          detail: null,
        },
      };
    }),
  };
}
