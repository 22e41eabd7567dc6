import { ArrowRight } from "lucide-react";
import { Link, useLocation } from "wouter";
import { exploreHref, type QuerySubject } from "#contract/query.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { useCounts, useSamples } from "#features/records/web/queries.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Section } from "#ui/kit/section.tsx";
import { startWith } from "./changes.ts";
import { KindMenu } from "./query-row.tsx";
import { useResult } from "./queries.ts";
import { startersOf } from "./starters.ts";
import { findField } from "./words.ts";

/** Tasks and decisions are not among the counted records. */
const work = ["tasks", "decisions"] as const;

function useFilled(subjects: readonly QuerySubject[]) {
  const { data: counts, error } = useCounts();
  const tasks = useResult(JSON.stringify({ subject: work[0], limit: 1 }), work[0]).data;
  const decisions = useResult(JSON.stringify({ subject: work[1], limit: 1 }), work[1]).data;
  if (!counts || !tasks || !decisions) return { error };
  const filled = new Set<string>(counts.counts.flatMap(({ kind, total }) => (total > 0 ? [kind] : [])));
  for (const { total, query } of [tasks, decisions]) if (total.rows > 0) filled.add(query.subject);
  const hasFigures = subjects.some((subject) => (findField(subject, subject.needs)?.choices.length ?? 0) > 0);
  return { filled, isEmpty: filled.size === 0 && !hasFigures, error };
}

/** The start page: suggested questions about the company's data, or ways to add data. */
export function Start({ subjects }: { subjects: readonly QuerySubject[] }) {
  const [, navigate] = useLocation();
  const { filled, isEmpty, error } = useFilled(subjects);
  if (!filled) return <LoadingRows error={error} what="The questions could not be read" rows={6} />;
  if (isEmpty) return <NoData />;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_368px] lg:gap-14">
      <Section title="Start with a question">
        <ul>
          {startersOf(subjects, filled).map(({ title, query }) => (
            <li key={title} className="border-t border-line">
              <Link
                href={exploreHref(query)}
                className="flex min-h-row items-center justify-between gap-3 py-2 text-ink hover:text-accent"
              >
                {title}
                <ArrowRight size={15} strokeWidth={1.75} aria-hidden className="flex-none text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Or choose a kind">
        <p className="mb-3 border-t border-line pt-2 text-sm text-ink-2">
          See all its rows, then add a period, groups and filters.
        </p>
        <KindMenu
          subjects={subjects}
          value=""
          onKind={(subject, figure) => navigate(exploreHref(startWith(subject, figure)))}
        />
      </Section>
    </div>
  );
}

function NoData() {
  const canWrite = useMay(addSamples);
  const samples = useSamples();
  return (
    <Empty
      title="No data yet"
      actions={
        canWrite && (
          <>
            <Link href="/add-data" className={buttonClass("primary")}>
              Import files
            </Link>
            <Button pending={samples.isPending} onClick={() => samples.mutate("add")}>
              Try with sample data
            </Button>
          </>
        )
      }
    >
      Explore answers questions about your invoices, deals, tickets and figures. Import the files you have to start.
    </Empty>
  );
}
