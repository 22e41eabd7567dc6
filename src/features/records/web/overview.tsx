import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import { useSeries } from "#features/metrics/web/queries.ts";
import { SeriesChart } from "#features/metrics/web/series-chart.tsx";
import { type AccountBalances, getAccounts, getProfit, getStaff } from "#features/records/books/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { today } from "#ui/clock.ts";
import { count, dayWithYear, money, nothing, plural } from "#ui/format.ts";
import { Columns, right } from "#ui/kit/columns.tsx";
import { Section } from "#ui/kit/section.tsx";
import { read } from "#ui/query.ts";
import { Ageing } from "./ageing.tsx";
import { ProfitTable } from "./profit-table.tsx";

/** What the rows of a kind come to, above their list; nothing for kinds without. */
export function Overview({ kind }: { kind: RecordKind }) {
  if (kind === "ledger") return <Profit />;
  if (kind === "bankAccounts") return <Accounts />;
  if (kind === "invoices") return <Ageing />;
  return kind === "people" ? <Staff /> : null;
}

function Profit() {
  const { data } = useQuery(read(getProfit, {}));
  if (!data || data.accounts.length === 0) return null;
  const elsewhere =
    data.elsewhere.length > 0
      ? `in ${data.currency}; lines in ${data.elsewhere.join(", ")} are not added`
      : `in ${data.currency}`;
  return (
    <Section title="Profit and loss" note={elsewhere} className="mb-6 border-t-0!">
      <ProfitTable table={data} />
    </Section>
  );
}

function Accounts() {
  const { data } = useQuery(read(getAccounts, {}));
  const { timeZone, currency } = useCompany();
  const { data: cash } = useSeries("cash");
  if (!data || data.length === 0) return null;
  const thisYear = today(timeZone).slice(0, 4);
  const open = data.filter(({ isOpen }) => isOpen);
  const lacking = open.filter(({ balance }) => balance === null);
  const points = (cash ?? []).map(({ measurementDate, metricValue }) => ({ day: measurementDate, value: metricValue }));
  const last = cash?.at(-1);
  const unit = last?.currency ?? currency;
  const shown = (value: number) => money(value, unit);
  return (
    <Section
      title="Cash"
      note={
        lacking.length > 0
          ? `unknown until ${lacking.map(({ name }) => name || "the account without a name").join(", ")} has a balance`
          : last && `${money(last.metricValue, unit, "cents")} on ${dayWithYear(last.measurementDate, thisYear)}`
      }
      className="mb-6 border-t-0!"
    >
      {points.length > 1 && lacking.length === 0 && (
        <SeriesChart
          points={points}
          shown={shown}
          label={`Cash by day, most recently ${shown(points.at(-1)?.value ?? 0)}`}
        />
      )}
      <div role="region" aria-label="Balances" tabIndex={0} className="mt-4 overflow-x-auto">
        <table>
          <Columns of={["Account", right("Balance"), right("Known on")]} />
          <tbody>
            {data.map((account) => (
              <tr key={`${account.name} ${account.currency}`}>
                <td>
                  <AccountName account={account} />
                </td>
                <td className="num text-right">
                  {account.balance === null ? nothing : money(account.balance, account.currency, "cents")}
                </td>
                <td className="num text-right text-ink-2">
                  {account.day ? dayWithYear(account.day, thisYear) : nothing}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function AccountName({ account: { id, name, isOpen } }: { account: AccountBalances[number] }) {
  const label = name || "Without a name";
  return (
    <span className={isOpen ? undefined : "text-ink-3"}>
      {id ? (
        <Link href={`/records/bankAccounts/${id}`} className="font-medium text-ink">
          {label}
        </Link>
      ) : (
        `${label}, from transactions`
      )}
      {!isOpen && ", closed"}
    </span>
  );
}

function Staff() {
  const { data } = useQuery(read(getStaff, {}));
  if (!data || data.teams.length === 0) return null;
  const { teams, currency, elsewhere } = data;
  const people = teams.reduce((sum, team) => sum + team.people, 0);
  return (
    <Section
      title="By team"
      note={`${plural(people, "person", "people")} today${elsewhere > 0 ? `; ${count(elsewhere)} paid in another currency, not added` : ""}`}
      className="mb-6 border-t-0!"
    >
      <div role="region" aria-label="People by team" tabIndex={0} className="overflow-x-auto">
        <table>
          <Columns of={["Team", right("People"), right("Cost a month")]} />
          <tbody>
            {teams.map(({ team, people: many, cost, costed }) => (
              <tr key={team ?? ""}>
                <td>{team ?? "No team"}</td>
                <td className="num text-right">{count(many)}</td>
                <td className="num text-right">
                  {cost === null ? nothing : money(cost, currency, "cents")}
                  {cost !== null && costed < many && <span className="text-ink-3"> for {count(costed)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
