import { RefreshCw } from "lucide-react";
import { useCallback, useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useSearchParams } from "wouter";
import { useAgents } from "#features/agents/web/queries.ts";
import { type FeedKind, feedKinds } from "#contract/events.ts";
import { FeedList } from "#features/feed/web/feed-list.tsx";
import { useFeed } from "#features/feed/web/queries.ts";
import { typeNames } from "#features/feed/web/words.ts";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { ActivityTabs } from "../shell/activity-tabs.tsx";

const ResetNotice = onDemand(() => import("#features/setup/web/reset-notice.tsx"));

const paces = [
  { value: "live", label: "Live" },
  { value: "paused", label: "Paused" },
] as const;

const numberIn = (text: string | null): string | undefined =>
  /^\d{1,15}$/.test(text ?? "") ? (text ?? undefined) : undefined;

export default function FeedPage() {
  const [search, setSearch] = useSearchParams();
  const agent = search.get("agent") ?? undefined;
  const actionType: FeedKind | undefined = feedKinds.find((type) => type === search.get("actionType"));
  const [pace, setPace] = useState<"live" | "paused">("live");
  const [refreshed, setRefreshed] = useState(0);
  const q = search.get("q")?.trim() || undefined;
  const [after, until] = [numberIn(search.get("after")), numberIn(search.get("until"))];
  const filter = { agent, actionType, q, after, until };
  const { data, error, refetch } = useFeed(filter, pace === "live");
  const { data: team = [] } = useAgents();

  const choose = useCallback(
    (name: string, value: string) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const find = useCallback((words: string) => choose("q", words), [choose]);
  const refresh = () => {
    setRefreshed(refreshed + 1);
    void refetch();
  };
  return (
    <Page title="Live Activity Feed">
      <PageHead
        title="Live Activity Feed"
        handOn
        actions={
          <>
            <div className="flex flex-none! items-center">
              <Segmented
                label="Updates"
                options={paces}
                value={pace}
                onChange={(next) => {
                  setPace(next);
                  if (next === "live") void refetch();
                }}
              />
            </div>
            <Button onClick={refresh}>
              <RefreshCw size={15} strokeWidth={1.75} aria-hidden /> Refresh
            </Button>
          </>
        }
      >
        Everything your agents and people did, newest first.
      </PageHead>
      <ActivityTabs current="/feed" />
      <div className="mb-2 flex flex-wrap gap-2 *:flex-1 md:*:flex-none">
        <SearchField
          label="Search the feed"
          value={search.get("q") ?? ""}
          className="w-full flex-none! md:w-64"
          onSearch={find}
        />
        <Select
          aria-label="Agent"
          value={agent ?? ""}
          onText={(typed) => choose("agent", typed)}
          className="h-10 w-full md:h-control md:max-w-64"
        >
          <option value="">All agents</option>
          <Options of={team.map(({ id, name, role }) => [id, `${name} (${role})`])} />
        </Select>
        <Select
          aria-label="Action type"
          value={actionType ?? ""}
          onText={(typed) => choose("actionType", typed)}
          className="h-10 w-full md:h-control md:max-w-64"
        >
          <option value="">All action types</option>
          <Options of={feedKinds.map((type) => [type, typeNames[type]])} />
        </Select>
      </div>
      {(after ?? until) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm text-ink-2">
          <span>{`Only journal entries ${Number(after ?? 0) + 1} to ${until ?? "now"}.`}</span>
          <Button small onClick={() => setSearch({}, { replace: true })}>
            Show all
          </Button>
        </p>
      )}
      {data?.items.some(({ removedAt }) => removedAt !== null) && <ResetNotice />}
      {data ? (
        <FeedList
          key={`${agent} ${actionType} ${q} ${after} ${until} ${refreshed}`}
          latest={data}
          filter={filter}
          onShowAll={() => setSearch({}, { replace: true })}
        />
      ) : (
        <LoadingRows error={error} what="The activity could not be loaded" rows={12} tall announced />
      )}
    </Page>
  );
}
