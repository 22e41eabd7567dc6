import { useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import { recordKinds } from "#features/records/contract.ts";
import { mostCounted } from "#features/records/list/contract.ts";
import { count, sentenceCase } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { useCounts } from "./queries.ts";

/** Tabs of the kinds of records with their counts, and the figures. */
export function KindTabs({ current }: { current: string }) {
  const { data } = useCounts();
  const bar = useRef<HTMLElement>(null);
  // On a phone the tabs overflow, and counts that load later shift them.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab) bar.current?.scrollTo({ left: tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2 });
  }, [current, data]);
  const amount = (kind: string): string | null => {
    const total = data?.counts.find((each) => each.kind === kind)?.total;
    return total === undefined ? null : total > mostCounted ? `${count(mostCounted)}+` : count(total);
  };
  return (
    <nav ref={bar} aria-label="Kinds of records" className="relative -mx-4 mb-4 overflow-x-auto px-4 md:mx-0 md:px-0">
      <ul className="flex w-max min-w-full gap-5 border-b border-line">
        {[...recordKinds, "figures"].map((kind) => (
          <li key={kind}>
            <Link
              href={`/records/${kind}`}
              aria-current={kind === current ? "page" : undefined}
              className={cx(
                "-mb-px flex items-center gap-1.5 border-b-2 py-2 font-medium no-underline!",
                kind === current ? "border-accent text-ink" : "border-transparent text-ink-2 hover:text-ink",
              )}
            >
              {sentenceCase(kind)}
              {amount(kind) !== null && <span className="num text-xs font-normal text-ink-3">{amount(kind)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
