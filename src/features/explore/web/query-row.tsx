import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Order, Period, Query, QueryResult, QuerySubject } from "#contract/query.ts";
import { spanOf } from "#contract/spans.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { cx } from "#ui/kit/cx.ts";
import { withoutInapplicable, kindOf, withKind } from "./changes.ts";
import { Filters } from "./filters.tsx";
import { Menu } from "./menu.tsx";
import * as menus from "./menus.ts";

type Ask = (query: Query, replace?: boolean) => void;
type Props = {
  subjects: readonly QuerySubject[];
  subject: QuerySubject;
  query: Query;
  /** First and last day with rows, if known. */
  data: QueryResult["data"];
  today: string;
  onAsk: Ask;
};

const menu = "md:w-[136px]";

/** The query as labeled menus; every change runs it. */
export function QueryRow({ subjects, subject, query, data, today, onAsk }: Props) {
  const ask = (change: Partial<Query>, replace?: boolean) =>
    onAsk(withoutInapplicable(subject, { ...query, ...change }, today), replace);
  const { fiscalYearStart } = useCompany();
  const periods = menus.periodOptions(data, fiscalYearStart);
  const chosen = menus.periodValue(query, periods);
  const days = menus.dayOptions(subject);
  const orders = menus.orderOptions(subject, query);
  const hasDay = (query.day ?? subject.day) !== null;
  const askPeriod = (value: string) => {
    if (value === menus.allTime) return ask({ period: null });
    if (value !== menus.custom) return ask({ period: JSON.parse(value) as Period });
    const span = query.period ? spanOf(query.period, today, fiscalYearStart) : (data ?? { from: today, to: today });
    return ask({ period: { kind: "between", from: span.from, to: span.to } });
  };
  return (
    <div role="group" aria-label="Query" className="border-y border-t-line-strong border-b-line pt-3.5 pb-4">
      {/* On a wide page: kind and filters first, then all other menus as one block. */}
      <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-start">
        <KindMenu
          subjects={subjects}
          value={kindOf(subject, query)}
          className={cx(menu, "order-first md:order-none")}
          onKind={(next, figure) => onAsk(withKind(query, next, figure, today))}
        />
        <div className="order-last col-span-2 flex min-w-0 flex-wrap gap-2 md:order-none">
          <Filters
            key={subject.id}
            subject={subject}
            filters={query.filters}
            onChange={(filters) => ask({ filters: [...filters] })}
          />
          <SearchField words={query.search ?? ""} onSearch={(search) => ask({ search }, true)} />
        </div>
        <div className="contents md:flex md:flex-wrap md:gap-2">
          {hasDay && <Menu label="Period" className={menu} options={periods} value={chosen} onChange={askPeriod} />}
          {hasDay && days.length > 0 && query.period && (
            <Menu
              label="Date"
              className="md:w-[112px]"
              options={[{ label: null, options: days }]}
              value={query.day ?? subject.day ?? ""}
              onChange={(day) => ask({ day, groupBy: groupByDate(query, subject, day) })}
            />
          )}
          <Menu
            label="Group by"
            className={menu}
            options={menus.groupOptions(subject, query, fiscalYearStart)}
            value={menus.groupValue(query)}
            onChange={(value) => ask(regrouped(query, menus.groupFrom(value)))}
          />
          <Menu
            label="Measure"
            className="md:w-[146px]"
            options={menus.measureOptions(subject, query)}
            value={menus.measureValue(subject, query)}
            onChange={(value) => ask(menus.measureFrom(value, query))}
          />
          {hasDay && (
            <Menu
              label="Compare with"
              className="md:w-[162px]"
              disabled={!query.period}
              options={[{ label: null, options: menus.compareOptions(query, today, fiscalYearStart) }]}
              value={menus.compareValue(query)}
              onChange={(value) =>
                query.period && ask({ compare: menus.compareFrom(value, spanOf(query.period, today, fiscalYearStart)) })
              }
            />
          )}
          {orders.length > 0 && (
            <Menu
              label="Order"
              className="md:w-[124px]"
              options={[{ label: null, options: orders }]}
              value={menus.orderValue(query)}
              onChange={(order) => ask({ order: order as Order })}
            />
          )}
          <Menu
            label="Show"
            className="md:w-[72px]"
            options={[{ label: null, options: limitOptions(query.limit) }]}
            value={String(query.limit)}
            onChange={(limit) => ask({ limit: Number(limit) })}
          />
        </div>
      </div>
      {chosen === menus.custom && query.period && (
        <CustomDates
          span={spanOf(query.period, today, fiscalYearStart)}
          onDates={(from, to) => ask({ period: { kind: "between", from, to } })}
        />
      )}
      {typeof query.compare === "object" && query.compare && (
        <DayRow>
          <DayField label="Compare from" value={query.compare.from} onDay={(from) => ask({ compare: { from } })} />
        </DayRow>
      )}
    </div>
  );
}

const limitOptions = (limit: number) =>
  [...new Set<number>([...menus.limits, limit])]
    .toSorted((one, other) => one - other)
    .map((one) => ({ value: String(one), label: String(one) }));

/** Only calendar groups offer calendar order. */
const regrouped = ({ order }: Query, groupBy: Query["groupBy"]): Partial<Query> => ({
  groupBy,
  order: groupBy?.unit || order === "smallest" ? order : "largest",
});

/** Calendar groups use the period's date field. */
const groupByDate = ({ groupBy, day }: Query, subject: QuerySubject, next: string): Query["groupBy"] =>
  groupBy?.unit && groupBy.field === (day ?? subject.day) ? { ...groupBy, field: next } : groupBy;

type KindProps = {
  subjects: readonly QuerySubject[];
  value: string;
  className?: string;
  onKind: (subject: QuerySubject, figure: string | null) => void;
};

export function KindMenu({ subjects, value, className, onKind }: KindProps) {
  const options = menus.kindOptions(subjects);
  return (
    <Menu
      label="Kind"
      {...(className ? { className } : {})}
      options={value ? options : [{ label: null, options: [{ value: "", label: "Choose a kind" }] }, ...options]}
      value={value}
      onChange={(next) => {
        const [id, figure = null] = next.split(":");
        const subject = subjects.find((one) => one.id === id);
        if (subject) onKind(subject, figure);
      }}
    />
  );
}

const pause = 300;

/** Search words; the query runs once typing pauses. */
function SearchField({ words, onSearch }: { words: string; onSearch: (words: string | null) => void }) {
  const [typed, setTyped] = useState(words);
  const [asked, setAsked] = useState(words);
  // The URL changed, for example by the back button.
  if (words !== asked) {
    setAsked(words);
    if (words !== typed.trim()) setTyped(words);
  }
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => onSearch(typed.trim() || null), pause);
    return () => clearTimeout(timer);
  });
  return (
    <Labelled label="Search" className="flex-1 basis-36 md:flex-none md:basis-auto">
      <span className="relative block">
        <Search
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
        />
        <input
          type="search"
          aria-label="Search"
          value={typed}
          maxLength={255}
          onChange={({ target }) => setTyped(target.value)}
          className="control-edge h-10 w-full pr-2 pl-8 text-base md:h-control md:w-[120px] md:text-sm"
        />
      </span>
    </Labelled>
  );
}

/** Labeled like a menu. */
const Labelled = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <div className={cx("grid min-w-0 content-start gap-1", className)}>
    <span aria-hidden className="text-xs text-ink-2">
      {label}
    </span>
    {children}
  </div>
);

type DatesProps = { span: { from: string; to: string }; onDates: (from: string, to: string) => void };

const CustomDates = ({ span, onDates }: DatesProps) => (
  <DayRow>
    <DayField label="From" value={span.from} onDay={(from) => onDates(from, span.to)} />
    <DayField label="To" value={span.to} onDay={(to) => onDates(span.from, to)} />
  </DayRow>
);

const DayRow = ({ children }: { children: ReactNode }) => (
  <div className="mt-3 flex flex-wrap items-center gap-3 text-sm">{children}</div>
);

const DayField = ({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) => (
  <label className="flex min-w-0 flex-1 items-center gap-2 md:flex-none">
    <span className="text-ink-2">{label}</span>
    <input
      type="date"
      value={value}
      // A partly typed date is ignored.
      onChange={({ target }) => target.value && onDay(target.value)}
      className="control-edge h-10 min-w-0 flex-1 px-2 md:h-control"
    />
  </label>
);
