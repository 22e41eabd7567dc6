import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Currency } from "#contract/words.ts";
import { dayMonth, money } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { useSender } from "./queries.ts";

const Row = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0">
    <dt className="flex-none text-ink-2">{what}</dt>
    <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
  </div>
);
const link = "underline underline-offset-2";
const amountOf = ({ amount, currency }: { amount: number; currency: string }) => money(amount, currency as Currency);

/** What the records say of the address that an email came from. */
export function SenderCard({ id, from }: { id: string; from: string }) {
  const { data } = useSender(id);
  if (!data) return null;
  const { parties, deals, invoices, decisions } = data;
  const isKnown = parties.length > 0;
  if (!isKnown && decisions.length === 0)
    return (
      <p className="border-t border-line-strong pt-3 text-sm text-pretty text-ink-2">
        {from ? `No customer or vendor has the address ${from}.` : null}
      </p>
    );
  return (
    <Section title={parties[0]?.name ?? "This sender"}>
      <dl className="pb-1 text-sm">
        {parties.map((one) => (
          <Row key={one.id} what={one.kind === "customers" ? "Customer" : "Vendor"}>
            <Link href={`/records/${one.kind}/${one.id}`} className={link}>
              {one.name}
            </Link>
            {one.status && `, ${one.status}`}
          </Row>
        ))}
        {deals.map((one) => (
          <Row key={one.id} what="Open deal">
            <Link href={`/records/deals/${one.id}`} className={link}>
              {one.name}
            </Link>
            , {amountOf(one)}, {one.stage}
          </Row>
        ))}
        {invoices.map((one) => (
          <Row key={one.id} what="Open invoice">
            <Link href={`/records/invoices/${one.id}`} className={link}>
              {one.number}
            </Link>
            , {amountOf(one)}
            {one.dueOn && (
              <span className={one.isOverdue ? "text-danger" : undefined}>
                , {one.isOverdue ? "overdue since" : "due"} {dayMonth(one.dueOn, "UTC")}
              </span>
            )}
          </Row>
        ))}
        {decisions.map((one) => (
          <Row key={one.id} what="Earlier decision">
            <Link href={`/decisions/${one.id}`} className={link}>
              D-{one.number}
            </Link>
            , {one.title}, {one.status}
          </Row>
        ))}
        {isKnown && deals.length + invoices.length === 0 && <Row what="Open deals and invoices">None</Row>}
      </dl>
    </Section>
  );
}
