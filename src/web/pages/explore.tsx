import { useLocation, useSearchParams } from "wouter";
import { exploreHref, type Query, type QuerySubject } from "#contract/query.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { readAsked } from "#features/explore/web/asked.ts";
import { fitted } from "#features/explore/web/changes.ts";
import { Explored, ExploredSkeleton, Refusal, useExplored } from "#features/explore/web/explored.tsx";
import { HeadActions } from "#features/explore/web/head-actions.tsx";
import { QueryRow } from "#features/explore/web/query-row.tsx";
import { useSubjects } from "#features/explore/web/queries.ts";
import { Start } from "#features/explore/web/start.tsx";
import { today } from "#ui/clock.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SkeletonBlock, SkeletonRows } from "#ui/kit/waiting.tsx";

/** Questions about the company's own rows. The whole question stands in the address. */
export default function ExplorePage() {
  const [search] = useSearchParams();
  const { data: subjects, error } = useSubjects();
  const q = search.get("q");
  if (!subjects)
    return (
      <Page title="Explore">
        <PageHead title="Explore">Ask about your records and figures.</PageHead>
        {error ? <Fault error={error} what="What can be asked about could not be read" /> : <SkeletonRows rows={6} />}
      </Page>
    );
  if (q === null)
    return (
      <Page title="Explore">
        <PageHead title="Explore">Ask about your records and figures.</PageHead>
        <Start subjects={subjects} />
      </Page>
    );
  return <Asked q={q} subjects={subjects} />;
}

function Asked({ q, subjects }: { q: string; subjects: readonly QuerySubject[] }) {
  const [, navigate] = useLocation();
  const day = today(useCompany().timeZone);
  const query = readAsked(q);
  const subject = subjects.find(({ id }) => id === query?.subject);
  const { result, isCurrent, fault } = useExplored(q, query?.subject ?? "");
  // What is on the screen may be the answer to the question before, about another kind.
  const about = subjects.find(({ id }) => id === result?.query.subject);
  const ask = (next: Query, replace = false) => navigate(exploreHref(next), { replace });
  const change = (part: Partial<Query>) => query && subject && ask(fitted(subject, { ...query, ...part }, day));
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
      {fault && <Refusal error={fault} onStart={() => navigate("/explore")} />}
      {result && about ? (
        <Explored subject={about} result={result} isCurrent={isCurrent} onAsk={change} />
      ) : (
        !fault && <ExploredSkeleton />
      )}
    </Page>
  );
}
