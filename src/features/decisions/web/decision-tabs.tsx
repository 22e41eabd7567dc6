import { Link, useLocation } from "wouter";

const tabs = [
  ["/decisions", "Ledger"],
  ["/decisions/forecasts", "Forecasts"],
  ["/decisions/record", "Record"],
] as const;

/** The pages about decisions. */
export function DecisionTabs() {
  const [at] = useLocation();
  return (
    <nav aria-label="Decisions" className="mb-5 flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map(([href, label]) => (
        <Link
          key={href}
          href={href}
          aria-current={at === href ? "page" : undefined}
          className="-mb-px flex-none border-b-2 border-transparent py-2 font-medium text-ink-2 no-underline! hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
