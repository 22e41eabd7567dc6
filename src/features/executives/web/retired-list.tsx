import type { AgentRoleId } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { useReinstateExecutive, useRetired } from "./queries.ts";

/** Retired agents whose role is free. */
export function RetiredList({ free, onReinstated }: { free: readonly AgentRoleId[]; onReinstated: () => void }) {
  const { timeZone } = useCompany();
  const { data = [] } = useRetired();
  const reinstate = useReinstateExecutive(onReinstated);
  const reinstatable = data.filter(({ role }) => free.includes(role));
  if (reinstatable.length === 0) return null;
  return (
    <section aria-labelledby="retired" className="mt-6">
      <h3 id="retired" className="mb-1.5 text-sm leading-[18px] font-medium">
        Or reinstate a retired agent
      </h3>
      <ul>
        {reinstatable.map(({ id, name, role, retiredAt, reason }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-t border-line py-1.5">
            <AgentBadge role={role} />
            <span className="min-w-0 flex-1">
              <AgentName name={name} role={role} />
              <span className="block truncate text-sm text-ink-3">
                Retired <Moment at={retiredAt} timeZone={timeZone} />
                {reason && `: ${reason}`}
              </span>
            </span>
            <Button
              small
              aria-label={`Reinstate ${name}`}
              pending={reinstate.isPending && reinstate.variables === id}
              disabled={reinstate.isPending}
              onClick={() => reinstate.mutate(id)}
            >
              Reinstate
            </Button>
          </li>
        ))}
      </ul>
      {reinstate.isError && <Problem of={reinstate.error} className="mt-2" />}
    </section>
  );
}
