import { useCompany, usePeople } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { type AuditChain, severities } from "#features/security/audit/contract.ts";
import { day } from "#contract/words.ts";
import { dayStart, nextDay } from "#features/security/audit/days.ts";
import { sentenceCase } from "#ui/format.ts";
import { Options, Select, TextField } from "#ui/kit/field.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import type { AuditFilter } from "./queries.ts";

export type Given = Record<"from" | "to" | "who" | "action" | "resource" | "severity" | "q", string>;

/** The filter for the chosen values; days are in the company's time zone. */
export function filterOf(given: Given, timeZone: string): AuditFilter {
  const { who, action, resource, q } = given;
  const [from, to] = [given.from, given.to].map((one) => (day.safeParse(one).success ? one : ""));
  const severity = severities.find((one) => one === given.severity);
  return {
    ...(from && { from: dayStart(from, timeZone) }),
    ...(to && { to: new Date(Date.parse(dayStart(nextDay(to), timeZone)) - 1).toISOString() }),
    ...(who && { actor: who }),
    ...(action && { action }),
    ...(resource && { resource }),
    ...(severity && { severity }),
    ...(q && { q }),
  };
}

type Props = { given: Given; chain: AuditChain | undefined; onChoose: (name: keyof Given, value: string) => void };

export function AuditFilters({ given, chain, onChoose }: Props) {
  const people = usePeople().data ?? [];
  const agents = useAgents().data ?? [];
  const select = "h-10 w-full md:h-control md:max-w-52";
  const { timeZone } = useCompany();
  return (
    <div className="mb-3 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-end">
      <SearchField
        label="Search the audit log"
        value={given.q}
        className="col-span-2 md:w-56"
        onSearch={(words) => onChoose("q", words.trim())}
      />
      <Select aria-label="Actor" className={select} value={given.who} onText={(typed) => onChoose("who", typed)}>
        <option value="">Everybody</option>
        <option value="system">Boardroom</option>
        <Options of={people.map(({ id, username }) => [id, username])} />
        <Options of={agents.map(({ id, name, role }) => [id, `${name} (${role})`])} />
      </Select>
      <Select
        aria-label="Severity"
        className={select}
        value={given.severity}
        onText={(typed) => onChoose("severity", typed)}
      >
        <option value="">All severities</option>
        <Options of={severities.map((one) => [one, sentenceCase(one)])} />
      </Select>
      <Select aria-label="Action" className={select} value={given.action} onText={(typed) => onChoose("action", typed)}>
        <option value="">All actions</option>
        {withChosen(chain?.actions, given.action).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Select
        aria-label="Resource"
        className={select}
        value={given.resource}
        onText={(typed) => onChoose("resource", typed)}
      >
        <option value="">All resources</option>
        {withChosen(chain?.resources, given.resource).map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <TextField
        label="From"
        type="date"
        value={given.from}
        max={given.to}
        onText={(typed) => onChoose("from", typed)}
      />
      <TextField
        label="To"
        aside={timeZone}
        type="date"
        value={given.to}
        min={given.from}
        onText={(typed) => onChoose("to", typed)}
      />
    </div>
  );
}

/** The known choices, plus the chosen one if it came from a link and is not among them. */
const withChosen = (known: readonly string[] = [], chosen: string): readonly string[] =>
  chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
