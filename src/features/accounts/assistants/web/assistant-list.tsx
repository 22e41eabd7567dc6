import { AccessRow } from "#features/accounts/web/access-row.tsx";
import { useCompany, useUser } from "#features/accounts/web/queries.ts";
import { dayMonth } from "#ui/format.ts";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useAssistants, useRemoveAssistant } from "./queries.ts";

/** The assistants a person connected, or everyone's, each with a button to disconnect it. */
export function AssistantList({ whose }: { whose: "own" | "everyone" }) {
  const { data, error } = useAssistants();
  const user = useUser();
  const { timeZone } = useCompany();
  const remove = useRemoveAssistant();
  const isOwn = whose === "own";
  const assistants = data?.filter(({ userId }) => !isOwn || userId === user?.id);
  return (
    <Section
      id="assistants"
      title={isOwn ? "Connected assistants" : "Assistants of everyone"}
      note={assistants?.length || undefined}
    >
      {!assistants ? (
        <LoadingRows error={error} what="The assistants could not be loaded" rows={2} />
      ) : assistants.length === 0 ? (
        <Empty title="No assistants connected">
          {isOwn ? (
            <>
              To connect Claude, ChatGPT or Cursor, add <Address /> there as a custom connector or MCP server.
            </>
          ) : (
            "Nobody has connected one."
          )}
        </Empty>
      ) : (
        <>
          <ul>
            {assistants.map((one) => (
              <AccessRow
                key={one.id}
                {...one}
                mark={one.site && <span className="text-xs wrap-anywhere text-ink-3">{one.site}</span>}
                owner={isOwn ? null : one.username}
                since={`Connected ${dayMonth(one.connectedAt, timeZone)}`}
                verb="Disconnect"
                isPending={remove.isPending && remove.variables === one.id}
                onEnd={() => remove.mutate(one.id)}
              />
            ))}
          </ul>
          {isOwn && (
            <p className="border-t border-line pt-2 text-xs text-ink-3">
              To connect another, add <Address /> in it as an MCP server.
            </p>
          )}
        </>
      )}
      <Problem of={remove.error} className="mt-2" />
    </Section>
  );
}

const Address = () => <code className="font-mono text-[0.92em] wrap-anywhere">{`${location.origin}/mcp`}</code>;
