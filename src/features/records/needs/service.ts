import { daysBetween } from "#contract/days.ts";
import { formatMoney, longDay, pluralize, shortDay } from "#contract/format.ts";
import type { Happening, NeedAct } from "#contract/needs.ts";
import { type Currency, currency } from "#contract/words.ts";
import { noticeDeadlines } from "#features/records/agreements/notice.ts";
import { partyOf } from "#features/records/agreements/rows.ts";
import * as agreements from "#features/records/agreements/store.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { setField } from "#features/records/editing/contract.ts";
import { type FinishId, finishRecords, reopenRecords } from "#features/records/finishing/contract.ts";
import * as store from "#features/records/needs/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { type NeedLine, type NeedSource, opens } from "#platform/needs.ts";

/** How far ahead renewals need somebody. */
const renewalDays = 14;

const finish = (label: string, as: FinishId, ids: readonly string[], done: string): NeedAct => ({
  label,
  call: { method: "POST", path: finishRecords.path, body: { as, ids: [...ids] } },
  href: null,
  access: finishRecords.access as "member",
  done,
  undo: { method: "POST", path: reopenRecords.path, taken: ["as", "before"] },
});

/** Gives a row to another of those who own rows of its kind. */
const reassign = (kind: "deals" | "tickets", { id, title, owner }: store.Due, owners: readonly string[]): NeedAct[] =>
  owners
    .filter((name) => name !== owner?.trim())
    .map((name): NeedAct => {
      const call = (was: string | null, is: string | null) => ({
        method: "PUT" as const,
        path: setField.path.replace(":id", id),
        body: { kind, field: "ownerName", was, is },
      });
      return {
        label: `${owner ? "Reassign" : "Assign"} to ${name}`,
        call: call(owner, name),
        href: null,
        access: setField.access as "member",
        done: `${title}: assigned to ${name}`,
        undo: call(name, owner),
      };
    });

const nobody = { role: null, agentName: null } as const;

/** The line that leads to what is not listed. */
const rest = (
  kind: "invoices" | "deals" | "tickets" | "subscriptions",
  view: string,
  many: string,
  left: number,
): NeedLine[] =>
  left > 0
    ? [
        {
          ...nobody,
          key: `more:${kind}`,
          because: "Only the largest are listed.",
          title: `${left} more ${many}`,
          why: "",
          amount: null,
          currency: null,
          on: null,
          past: "late",
          href: `/records/${kind}?view=${view}`,
          acts: [opens("Show all", `/records/${kind}?view=${view}`)],
        },
      ]
    : [];

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });
/** What a reminder says; what is disputed is left out. */
const factsOf = ({ numbers, days, amount, disputed, currency: unit }: store.OverdueParty) => ({
  invoice: listed.format(numbers),
  amount: formatMoney(amount - disputed, unit),
  due: listed.format(new Set(days.map(longDay))),
});

async function overdue(tx: Tx, today: string): Promise<NeedLine[]> {
  const parties = await store.overdueParties(tx, today);
  const lines = parties.map((one): NeedLine => {
    const { customerId, party, name, amount, currency: unit, disputed, invoices, dueOn, rows, isOwn } = one;
    const shown = one.numbers.slice(0, 3);
    const text = `${shown.join(", ")}${invoices > shown.length ? ` and ${invoices - shown.length} more` : ""}`;
    const about = { kind: "reminder", recordId: customerId ?? "", party: name, facts: factsOf(one) };
    const href = customerId ? `/records/customers/${customerId}` : `/records/invoices/${rows[0]}`;
    return {
      role: "CFO",
      agentName: null,
      key: `overdue:${party}:${unit}`.slice(0, 300),
      because: "Customers whose invoices are past their due day, a line for each.",
      title: `${name} owes ${pluralize(invoices, "invoice")}`,
      why: disputed > 0 ? `${text}, ${formatMoney(disputed, unit)} of it disputed` : text,
      amount,
      currency: unit,
      on: dueOn,
      past: "overdue",
      href,
      rows,
      ...(customerId && { about }),
      acts: [
        ...(isOwn && invoices === rows.length ? [finish("Mark paid", "paid", rows, `${name}: marked paid`)] : []),
        opens(invoices === 1 ? "Open invoice" : "Open customer", href),
      ],
    };
  });
  return [
    ...lines,
    ...rest("invoices", "overdue", "customers owe overdue invoices", (parties[0]?.total ?? 0) - lines.length),
  ];
}

const still = (movedOn: string | null, today: string): string =>
  movedOn ? `no activity for ${pluralize(daysBetween(movedOn, today), "day")}` : "no activity recorded";

/** How the due rows of a kind read. */
const kinds = {
  deals: {
    role: "Sales",
    because: "Open deals past their close day, or without activity for too long in their stage.",
    title: ({ title }: store.Due) => title,
    why: ({ state, movedOn, owner }: store.Due, today: string) =>
      [state, still(movedOn, today), owner].filter(Boolean).join(", "),
    about: "follow-up",
    acts: ({ id, title }: store.Due) => [
      finish("Mark lost", "lost", [id], `${title}: marked lost`),
      finish("Mark won", "won", [id], `${title}: marked won`),
    ],
    isOpenFirst: true,
    view: "undated",
  },
  tickets: {
    role: "Customer Success",
    because: "Open tickets past their due day.",
    title: ({ title }: store.Due) => title,
    why: ({ state, party, owner }: store.Due) => [party, `${state} priority`, owner].filter(Boolean).join(", "),
    about: "ticket",
    acts: ({ id, title }: store.Due) => [finish("Mark resolved", "resolved", [id], `${title}: marked resolved`)],
    isOpenFirst: false,
    view: "overdue",
  },
  subscriptions: {
    role: "Operations",
    because: `Your own services and licences that renew within ${renewalDays} days.`,
    title: ({ title }: store.Due) => `${title} renews`,
    why: ({ state, party }: store.Due) => [party, state && `billed by the ${state}`].filter(Boolean).join(", "),
    about: null,
    acts: () => [],
    isOpenFirst: true,
    view: "renewing60",
  },
} as const;

async function due(tx: Tx, kind: keyof typeof kinds, today: string): Promise<NeedLine[]> {
  const { role, because, title, why, about, acts, isOpenFirst, view } = kinds[kind];
  const rows = await store.dueRows(tx, kind, today);
  const owners = kind === "subscriptions" || rows.length === 0 ? [] : await store.ownersOf(tx, kind);
  const lines = rows.map((row): NeedLine => {
    const href = `/records/${kind}/${row.id}`;
    const open = opens(`Open ${kindNames[kind].one}`, href);
    return {
      role,
      agentName: null,
      key: `${kind}:${row.id}`,
      because,
      title: title(row),
      why: why(row, today),
      amount: row.amount,
      currency: row.amount === null ? null : row.currency,
      on: row.on,
      past: "late",
      href,
      rows: [row.id],
      ...(about && row.customerId && { about: { kind: about, recordId: row.id, party: row.customerId } }),
      acts: [
        ...(isOpenFirst ? [open, ...acts(row)] : [...acts(row), open]),
        ...(kind === "subscriptions" ? [] : reassign(kind, row, owners)),
      ],
    };
  });
  return [...lines, ...rest(kind, view, kindNames[kind].many, (rows[0]?.total ?? 0) - lines.length)];
}

async function renewals(tx: Tx, today: string): Promise<NeedLine[]> {
  const rows = await agreements.ending(tx, today, renewalDays, tx.currency, { customerId: null, vendorId: null });
  const { coming } = noticeDeadlines(rows, today);
  return coming
    .filter(({ days }) => days < renewalDays)
    .slice(0, store.mostLines)
    .map(({ agreement, term }): NeedLine => {
      const href = `/records/contracts/${agreement.id}`;
      const party = partyOf(agreement);
      return {
        role: agreement.vendorName ? "Operations" : "Sales",
        agentName: null,
        key: `contracts:${agreement.id}`,
        because: `Contracts whose last day for notice is within ${renewalDays} days.`,
        title: `${agreement.title} ${term.renews ? "renews unless you cancel" : "ends"}`,
        why: `${party ? `${party}, ` : ""}${term.renews ? "renews" : "ends"} on ${shortDay(term.endsOn)}`,
        amount: agreement.yearlyValue,
        currency: agreement.yearlyValue === null ? null : currency.parse(agreement.currency),
        on: term.noticeBy,
        past: "late",
        href,
        rows: [agreement.id],
        ...(agreement.customerName && { about: { kind: "renewal", recordId: agreement.id, party: "" } }),
        acts: [opens("Open contract", href)],
      };
    });
}

const money = (happening: Omit<Happening, "group" | "agentName">): Happening => ({
  ...happening,
  group: "Money",
  agentName: null,
});

async function happened(tx: Tx, since: Date, today: string): Promise<Happening[]> {
  const day = dayIn(since, tx.timeZone);
  const [paid, closed] = await Promise.all([store.paidSince(tx, day), store.closedSince(tx, day)]);
  return [
    ...paid.map(({ amount, currency: unit, customers, invoices, largest }) =>
      money({
        key: `paid:${unit}`,
        role: "CFO",
        title: `${pluralize(customers, "customer")} paid`,
        why: `${pluralize(invoices, "invoice")}${largest && customers > 1 ? `, the largest by ${largest}` : largest ? `, ${largest}` : ""}`,
        amount,
        currency: unit as Currency,
        on: today,
        href: "/records/invoices?view=paid",
      }),
    ),
    ...closed.map(({ id, name, stage, amount, currency: unit, on }) =>
      money({
        key: `deal:${id}`,
        role: "Sales",
        title: name,
        why: `${stage} on ${shortDay(on)}`,
        amount,
        currency: amount === null ? null : unit,
        on,
        href: `/records/deals/${id}`,
      }),
    ),
  ];
}

export const needs: NeedSource = {
  access: "viewer",
  lines: async (tx, today) =>
    (
      await Promise.all([
        overdue(tx, today),
        due(tx, "deals", today),
        due(tx, "tickets", today),
        due(tx, "subscriptions", today),
        renewals(tx, today),
      ])
    ).flat(),
  happened,
};
