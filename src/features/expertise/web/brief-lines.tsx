import { useState } from "react";
import { Link } from "wouter";
import { shortDay } from "#contract/format.ts";
import type { Figure } from "#contract/report.ts";
import type { ShownBrief } from "#features/expertise/contract.ts";
import { SourceNote } from "#features/records/web/source-note.tsx";
import { plural } from "#ui/format.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { LineText } from "#ui/kit/report-line.tsx";
import { useNarrow } from "#ui/narrow.ts";

const groups = { changed: "What changed", waits: "What waits", priority: "What to do", risk: "At risk" } as const;
/** Lines shown on a phone before the list is expanded. */
const linesOnPhone = 2;

/** The lines of a brief by group, each with its source and one button. */
export function BriefLines({ brief }: { brief: Pick<ShownBrief, "runId" | "lines" | "figures"> }) {
  const [all, setAll] = useState(false);
  const narrow = useNarrow();
  const { lines, runId } = brief;
  const shown = narrow && !all ? lines.slice(0, linesOnPhone) : lines;
  const more = lines.length - shown.length;
  const figures = new Map(brief.figures.map((figure) => [figure.id, figure]));
  return (
    <>
      <ul aria-label="Daily brief">
        {shown.map(({ kind, line, source, role, href }, at) => {
          const starts = shown[at - 1]?.kind !== kind;
          return (
            <li key={at} className={cx("md:flex md:gap-4", starts && "border-t border-line")}>
              <span
                className={cx("block flex-none pt-2 text-sm text-ink-2 md:w-24 md:pt-2.5", !starts && "max-md:hidden")}
              >
                {starts && groups[kind]}
              </span>
              <div
                className={cx(
                  "flex min-w-0 flex-1 items-center gap-3 border-line py-2 md:gap-4",
                  starts ? "max-md:pt-0.5" : "border-t",
                )}
              >
                <span className="min-w-0 flex-1 text-pretty wrap-anywhere">
                  <span className="max-md:line-clamp-3">
                    <LineText line={line} figures={figures} />
                  </span>
                  <Origin
                    source={source}
                    role={role}
                    of={line.flatMap((part) => (typeof part === "string" ? [] : [part.figure]))}
                    known={figures}
                  />
                </span>
                <Link href={href ?? `/runs/${runId}`} className={buttonClass("plain", true)}>
                  {nameOfPage(href)}
                </Link>
              </div>
            </li>
          );
        })}
      </ul>
      <SourceNote hrefs={brief.figures.map(({ source }) => source.href)} />
      {more > 0 && (
        <button
          type="button"
          className="min-h-9 self-start text-sm font-medium text-accent"
          onClick={() => setAll(true)}
        >
          {plural(more, "more line")}
        </button>
      )}
    </>
  );
}

type OriginProps = {
  source: string | null;
  role: string | null;
  of: readonly string[];
  known: ReadonlyMap<string, Figure>;
};

/** A line's source and the role that raised it. */
function Origin({ source, role, of, known }: OriginProps) {
  const days = of.flatMap((id) => known.get(id)?.source.asOf ?? []).toSorted();
  const day = days.at(-1);
  return (
    <span className="block text-xs text-ink-3">
      {[source, role, source === null && day && shortDay(day)].filter(Boolean).join(", ")}
    </span>
  );
}

const pages: readonly (readonly [RegExp, string])[] = [
  [/^\/records\/figures/, "Open figure"],
  [/^\/records\/customers\//, "Open customer"],
  [/^\/records\/vendors\//, "Open vendor"],
  [/^\/records\/deals\//, "Open deal"],
  [/^\/records\/contracts\//, "Open contract"],
  [/^\/records\/subscriptions\//, "Open subscription"],
  [/^\/records\/tickets\//, "Open ticket"],
  [/^\/records\/invoices\//, "Open invoice"],
  [/^\/records\/(\w+)/, "Open $1"],
  [/^\/decisions\//, "Open proposal"],
  [/^\/decisions/, "Review proposals"],
  [/^\/tasks|^\/\?task=/, "Open tasks"],
];

function nameOfPage(href: string | null): string {
  if (href === null) return "Open brief";
  for (const [pattern, name] of pages) {
    const found = pattern.exec(href);
    if (found) return name.replace("$1", found[1] ?? "");
  }
  return "Open rows";
}
