import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Activity, RetentionRun } from "#features/privacy/contract.ts";
import { keptText } from "#features/privacy/rules.ts";
import { count, plural, shortDate, words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Moment } from "#ui/kit/moment.tsx";

const first = 6;
const cell = "py-2.5 pr-4 align-top max-md:block max-md:h-auto! max-md:border-0! max-md:py-0! max-md:pr-0";

/** A label for phones, which show no column headings. */
const OnPhone = ({ label }: { label: string }) => <span className="text-ink-3 md:hidden">{label}: </span>;

type Props = { log: readonly Activity[]; runs: readonly RetentionRun[]; lastRetentionAt: string | null };

export function ProcessingTab({ log, runs, lastRetentionAt }: Props) {
  const [isAll, setAll] = useState(false);
  const { timeZone } = useCompany();
  const shown = isAll ? log : log.slice(0, first);
  return (
    <>
      <table className="-mt-3 w-full border-collapse text-left text-sm max-md:block">
        <thead className="text-xs text-ink-3 max-md:sr-only">
          <tr>
            {["Activity", "Purpose", "Legal basis", "Data", "Goes to", "Rows, last time"].map((name) => (
              <th key={name} className="py-2 pr-4 font-medium">
                {name}
              </th>
            ))}
            <th className="py-2 text-right font-medium">Kept</th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {shown.map(({ activity, purpose, legalBasis, dataTypes, recipients, rows, isMore, lastAt, retention }) => (
            <tr key={activity} data-activity={activity} className="border-t border-line max-md:block max-md:py-3">
              <th scope="row" className={`${cell} text-left text-sm! font-medium text-ink`}>
                {activity}
              </th>
              <td className={`${cell} text-ink-2`}>{purpose}</td>
              <td className={`${cell} text-ink-2`}>
                <OnPhone label="Legal basis" />
                {legalBasis}
              </td>
              <td className={`${cell} text-ink-2`}>
                <OnPhone label="Data" />
                {dataTypes.join(", ")}
              </td>
              <td className={`${cell} text-ink-2`}>
                <OnPhone label="Goes to" />
                {recipients.join(", ")}
              </td>
              <td className={`${cell} text-ink-2 tabular-nums`}>
                {rows === 0 ? "None" : count(rows)}
                {isMore && "+"}
                <span className="md:hidden"> {rows === 1 ? "row" : rows === 0 ? "stored" : "rows"}</span>
                {lastAt && (
                  <>
                    , <Moment at={lastAt} timeZone={timeZone} />
                  </>
                )}
              </td>
              <td className="py-2.5 text-right align-top whitespace-nowrap max-md:block max-md:h-auto! max-md:border-0! max-md:py-0! max-md:text-left">
                <OnPhone label="Kept" />
                {keptText(retention)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isAll && log.length > first && (
        <Button look="quiet" small className="mt-2 -ml-2.5 text-accent-ink" onClick={() => setAll(true)}>
          Show {plural(log.length - first, "more", "more")}
        </Button>
      )}
      <Section title="Deleted by retention" note="newest first" className="mt-8 max-w-[880px]">
        {runs.length === 0 ? (
          <p className="border-t border-line py-2.5 text-sm text-ink-2">Nothing is older than its period yet.</p>
        ) : (
          <ul>
            {runs.map(({ day, source, before, deleted }) => (
              <li key={day + source} className="flex justify-between gap-4 border-t border-line py-2 text-sm">
                <span className="min-w-0">
                  {plural(deleted, "row")} of {words(source)}, from before {shortDate(before, timeZone)}
                </span>
                <span className="flex-none text-ink-2">{shortDate(day, "UTC")}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="border-t border-line py-2 text-xs text-ink-3">
          Boardroom checks every night
          {lastRetentionAt && (
            <>
              , last <Moment at={lastRetentionAt} timeZone={timeZone} />
            </>
          )}
          .
        </p>
      </Section>
    </>
  );
}
