import { useLocation, useSearchParams } from "wouter";
import { exploreHref, type Query, type QuerySubject } from "#contract/query.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { parseQuery } from "#features/explore/web/asked.ts";
import { withoutInapplicable } from "#features/explore/web/changes.ts";
import { AskedAs } from "#features/explore/web/ask-next.tsx";
import { Explored, ExploredSkeleton, Refusal, useExplored } from "#features/explore/web/explored.tsx";
import { HeadActions } from "#features/explore/web/head-actions.tsx";
import { QueryRow } from "#features/explore/web/query-row.tsx";
import { useSubjects } from "#features/explore/web/queries.ts";
import { RowsBehind } from "#features/explore/web/rows-redirect.tsx";
import { Start } from "#features/explore/web/start.tsx";
import { today } from "#ui/clock.ts";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

/** Queries over the company's data. The whole query is in the URL. */
export default function ExplorePage() {
  const [search] = useSearchParams();
  const { data: subjects, error } = useSubjects();
  const [q, rows] = [search.get("q"), search.get("rows")];
  if (!subjects)
    return (
      <Page title="Explore">
        <PageHead title="Explore">Ask about your records and figures.</PageHead>
        {<LoadingRows error={error} what="What can be asked about could not be read" rows={6} />}
      </Page>
    );
  if (q === null)
    return (
      <Page title="Explore">
        <PageHead title="Explore">Ask about your records and figures.</PageHead>
        {rows === null ? (
          <Start subjects={subjects} />
        ) : (
          <RowsBehind rows={rows} isSum={search.get("measure") === "sum"} subjects={subjects} />
        )}
      </Page>
    );
  return <Asked q={q} question={search.get("asked")} subjects={subjects} />;
}

type AskedProps = { q: string; question: string | null; subjects: readonly QuerySubject[] };

function Asked({ q, question, subjects }: AskedProps) {
  const [, navigate] = useLocation();
  const day = today(useCompany().timeZone);
  const query = parseQuery(q);
  const subject = subjects.find(({ id }) => id === query?.subject);
  const { result, isCurrent, fault, retry } = useExplored(q, query?.subject ?? "");
  // The answer on screen may still be that of the previous query.
  const about = subjects.find(({ id }) => id === result?.query.subject);
  const ask = (next: Query, replace = false) => navigate(exploreHref(next), { replace });
  const change = (part: Partial<Query>) =>
    query && subject && ask(withoutInapplicable(subject, { ...query, ...part }, day));
  return (
    <Page title={isCurrent && result ? result.title : "Explore"}>
      <PageHead
        title="Explore"
        actions={result && about && <HeadActions subject={about} result={result} isCurrent={isCurrent} />}
      >
        {result ? (
          `${result.title}.`
        ) : fault ? (
          "Ask about your records and figures."
        ) : (
          <SkeletonBlock className="mt-1.5 h-2.5 w-64" />
        )}
      </PageHead>
      {query && subject && (
        <QueryRow
          subjects={subjects}
          subject={subject}
          query={query}
          data={about === subject ? (result?.data ?? null) : null}
          today={day}
          onAsk={ask}
        />
      )}
      {question && <AskedAs question={question} />}
      {fault && <Refusal error={fault} onStart={() => navigate("/explore")} onRetry={retry} />}
      {result && about ? (
        <Explored subject={about} result={result} isCurrent={isCurrent} onAsk={change} />
      ) : (
        !fault && <ExploredSkeleton />
      )}
    </Page>
  );
}
