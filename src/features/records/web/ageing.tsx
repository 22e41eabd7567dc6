import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { type Ageing as Data, type AgeingRow, getAgeing } from "#features/records/ageing/contract.ts";
import { buckets, filterOf } from "#features/records/ageing/rules.ts";
import { viewsOf } from "#features/records/fields/views.ts";
import { money, nothing } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Columns, right } from "#ui/kit/columns.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { read } from "#ui/query.ts";

type Side = Data["sides"][number];
const labels = { receivable: "To receive", payable: "To pay" } as const;
const namelessOf = { receivable: "Without a customer", payable: "Without a vendor" } as const;

/** The side a list shows, by its type or its view; null: both. */
function sideOf(search: URLSearchParams): Side["direction"] | null {
  const all = viewsOf.invoices.find(({ id }) => id === search.get("view"))?.all ?? [];
  const within = all.flatMap((one) => ("in" in one && one.field === "direction" ? one.in : []))[0];
  const found = within ?? search.get("type");
  return found === "receivable" || found === "payable" ? found : null;
}

/** What is open of invoices and bills by their due day; at a click by customer and vendor. Every sum opens its rows. */
export function Ageing() {
  const { data } = useQuery(read(getAgeing, {}));
  const [search] = useSearchParams();
  const [isByParty, setByParty] = useState(false);
  if (!data || data.sides.length === 0) return null;
  const side = sideOf(search);
  const shown = data.sides.filter(({ direction }) => side === null || direction === side);
  const used = buckets.flatMap((bucket, place) =>
    bucket.label !== "No due day" || shown.some(({ total }) => total.amounts[place]) ? [{ bucket, place }] : [],
  );
  if (shown.length === 0) return null;
  const hrefOf = (direction: Side["direction"], row: AgeingRow | null, filter: Record<string, string>) => {
    const party = direction === "receivable" ? "customer" : "vendor";
    const of: Record<string, string> = row?.id
      ? { [`${party}Id`]: row.id }
      : row?.name
        ? { field: `${party}Name`, is: row.name }
        : {};
    const unit: Record<string, string> = data.elsewhere.length > 0 ? { currency: data.currency } : {};
    return `/records/invoices?${new URLSearchParams({ view: direction, ...of, ...unit, ...filter }).toString()}`;
  };
  const isShown = (href: string) => {
    const asked = new URLSearchParams(href.split("?")[1]);
    return asked.size === search.size && [...asked].every(([name, value]) => search.get(name) === value);
  };
  const cell = (
    direction: Side["direction"],
    row: AgeingRow | null,
    amount: number,
    filter: Record<string, string>,
  ) => {
    const href = hrefOf(direction, row, filter);
    if (amount === 0) return <span className="text-ink-3">{nothing}</span>;
    const text = money(amount, data.currency);
    // Rows that name nobody have no filter of their own.
    if (row && !row.id && !row.name) return text;
    return (
      <Link
        href={href}
        aria-current={isShown(href) ? "true" : undefined}
        className={cx("inline-block py-1", isShown(href) ? "font-semibold text-accent" : "text-ink")}
      >
        {text}
      </Link>
    );
  };
  const line = (direction: Side["direction"], label: string, row: AgeingRow, isTotal: boolean) => (
    <tr key={`${direction} ${row.id} ${row.name}`} className={isTotal ? "font-medium" : "text-ink-2"}>
      <td className={cx("max-w-52 truncate", !isTotal && "pl-4")} title={label}>
        {label}
      </td>
      <td className="num text-right">{cell(direction, isTotal ? null : row, row.open, {})}</td>
      {used.map(({ bucket, place }) => (
        <td key={bucket.label} className="num text-right">
          {cell(direction, isTotal ? null : row, row.amounts[place] ?? 0, filterOf(bucket, data.today))}
        </td>
      ))}
    </tr>
  );
  const others = data.elsewhere.length > 0 ? `; ${data.elsewhere.join(", ")} is not added` : "";
  return (
    <Section
      title="Ageing"
      note={`open amounts by due day, in ${data.currency}${others}`}
      className="mb-6 border-t-0!"
      actions={
        <Button small look="quiet" aria-pressed={isByParty} data-control onClick={() => setByParty(!isByParty)}>
          {shown.length > 1
            ? "By customer and vendor"
            : shown[0]?.direction === "payable"
              ? "By vendor"
              : "By customer"}
        </Button>
      }
    >
      <div role="region" aria-label="Ageing by due day" tabIndex={0} className="overflow-x-auto">
        <table>
          <Columns of={["", right("Open"), ...used.map(({ bucket }) => right(bucket.label))]} />
          <tbody>
            {shown.flatMap(({ direction, total, parties }) => [
              line(direction, labels[direction], total, true),
              ...(isByParty ? parties : []).map((row) =>
                line(direction, row.name?.trim() ? row.name : namelessOf[direction], row, false),
              ),
            ])}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
