import type { WebhooksPage } from "#features/webhooks/contract.ts";
import { changeHook, type IncomingHook, type IncomingMessage } from "#features/webhooks/incoming/contract.ts";
import { Fold } from "#ui/kit/fold.tsx";
import { Select } from "#ui/kit/field.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { useChange, useIncoming } from "./queries.ts";

type Target = WebhooksPage["targets"][number];

/** What arrived at an address, and what became of each row. */
export function IncomingMessages({
  hook,
  target,
  isOpen,
  timeZone,
}: {
  hook: IncomingHook;
  target: Target | undefined;
  isOpen: boolean;
  timeZone: string;
}) {
  const { data } = useIncoming(hook.id, isOpen);
  if (!data) return <p className="py-2 text-ink-2">Loading...</p>;
  if (data.length === 0) return <p className="py-2 text-ink-2">Nothing was received yet.</p>;
  const unknown = [...new Set(data.flatMap(({ leftOut }) => leftOut))].filter(
    (name) => !hook.columns.some((one) => one.name === name),
  );
  return (
    <>
      {target && unknown.length > 0 && <LeftOut hook={hook} target={target} names={unknown} />}
      <ul>
        {data.map((one) => (
          <Message key={one.id} one={one} timeZone={timeZone} />
        ))}
      </ul>
    </>
  );
}

/** Names that mean no field: a person says which one they mean. */
function LeftOut({ hook, target, names }: { hook: IncomingHook; target: Target; names: readonly string[] }) {
  const change = useChange(changeHook, "Field not set");
  const choose = (name: string, field: string | null) =>
    change.mutate({ params: { id: hook.id }, body: { columns: [...hook.columns, { name, field }] } });
  return (
    <div className="my-2 rounded-card border border-line-strong p-3">
      <p className="font-medium">Left out, because no field has this name</p>
      <ul>
        {names.slice(0, 20).map((name) => (
          <li key={name} className="mt-1.5 flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1 basis-32 font-mono text-xs wrap-anywhere">{name}</span>
            <Select
              aria-label={`What ${name} means`}
              value=""
              disabled={change.isPending}
              className="h-9 w-48 md:h-control-sm"
              onChange={({ target: { value } }) => choose(name, value === "-" ? null : value)}
            >
              <option value="" disabled>
                Choose a field
              </option>
              {target.target === "figures" && /^[a-z][a-z0-9_]*$/.test(name) && (
                <option value={`figure:${name}`}>A figure of its own</option>
              )}
              {target.fields.map((field) => (
                <option
                  key={field.name}
                  value={target.target === "figures" && field.name !== "day" ? `figure:${field.name}` : field.name}
                >
                  {field.label}
                </option>
              ))}
              <option value="-">Always leave out</option>
            </Select>
          </li>
        ))}
      </ul>
    </div>
  );
}

const results = { added: "Added", changed: "Changed", unchanged: "Unchanged", refused: "Refused" } as const;
const tones = { added: "success", changed: "success", unchanged: "idle", refused: "danger" } as const;

function Message({ one, timeZone }: { one: IncomingMessage; timeZone: string }) {
  const counts = (["added", "changed", "unchanged", "refused"] as const).filter((result) => one[result] > 0);
  const words = counts.map((result) => `${one[result]} ${result}`).join(", ");
  const isRefused = one.status === "refused" || one.refused > 0;
  return (
    <li className="border-t border-line py-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-1.5 font-medium">
          <Dot tone={one.status === "waiting" ? "warning" : isRefused ? "danger" : "success"} />
          {one.status === "waiting" ? "Waiting" : one.status === "refused" ? "Refused" : words}
        </span>
        <span className="text-ink-3">
          <Moment at={one.receivedAt} timeZone={timeZone} />
        </span>
      </div>
      {one.fault && <p className="text-pretty text-ink-2">{one.fault}</p>}
      {one.rows.length > 0 && (
        <Fold title="Rows" className="mt-1">
          <ul>
            {one.rows.slice(0, 200).map(({ row, id, result, why }) => (
              <li key={row} className="flex gap-2 py-0.5 wrap-anywhere">
                <span className="num flex-none text-ink-3">{row}</span>
                <span className="min-w-0">
                  <Dot tone={tones[result]} /> {results[result]}
                  {id && <span className="font-mono text-xs"> {id}</span>}
                  {why && <span className="block text-ink-2">{why}</span>}
                </span>
              </li>
            ))}
            {one.rows.length > 200 && <li className="text-ink-3">and {one.rows.length - 200} more</li>}
          </ul>
        </Fold>
      )}
    </li>
  );
}
