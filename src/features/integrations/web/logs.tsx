import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Options, SelectField } from "#ui/kit/field.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { ScrollList } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { StatusMark } from "./parts.tsx";
import { useConnectionLog, useConnections } from "./queries.ts";

export function Logs() {
  const { data, error } = useConnections();
  const [chosen, setChosen] = useState<number | null>(null);
  if (error && !data) return <Fault error={error} what="The connections could not be loaded" />;
  if (!data) return <SkeletonRows rows={4} tall />;
  const id = data.some((one) => one.id === chosen) ? chosen : (data[0]?.id ?? null);
  if (id === null) return <Empty title="No logs yet">What happens with a connection is listed here.</Empty>;
  return (
    <>
      <SelectField label="Connection" value={id} onChange={({ target }) => setChosen(Number(target.value))}>
        <Options of={data.map((one) => [one.id, one.name] as const)} />
      </SelectField>
      <Lines id={id} />
    </>
  );
}

function Lines({ id }: { id: number }) {
  const { timeZone } = useCompany();
  const { data, error } = useConnectionLog(id);
  if (error && !data) return <Fault error={error} what="The log could not be loaded" />;
  if (!data) return <SkeletonRows rows={4} />;
  if (data.length === 0) return <Empty title="No logs yet">Nothing has happened with this connection.</Empty>;
  return (
    <ScrollList label="Log" high="mt-4 h-[400px]">
      <ul>
        {data.map(({ id: line, status, action, message, createdAt }) => (
          <li key={line} className="border-t border-line py-2">
            <p className="flex flex-wrap items-center gap-x-3">
              <StatusMark status={status} />
              <span className="font-medium">{action}</span>
              <span className="text-sm text-ink-3">
                <Moment at={createdAt} timeZone={timeZone} />
              </span>
            </p>
            <p className="text-sm text-pretty wrap-anywhere text-ink-2">{message}</p>
          </li>
        ))}
      </ul>
    </ScrollList>
  );
}
