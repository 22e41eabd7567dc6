import type { ReactNode } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { type Backtest, type BacktestResult, backtestDays } from "#features/decisions/backtest/contract.ts";
import { money, plural, shortDate } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Check } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { ChangedCases, UnjudgedCases } from "./backtest-cases.tsx";
import { StripDrawing } from "./backtest-strip.tsx";

type Choice = Pick<Backtest, "days" | "assumption">;
type Props = {
  trial: Backtest | undefined;
  error: Error | null;
  choice: Choice;
  onChoose: (choice: Choice) => void;
};

/** How past requests would have been answered under a draft's limits. */
export function BacktestPanel({ trial, error, choice, onChoose }: Props) {
  const { timeZone } = useCompany();
  const period = trial && `${plural(trial.total, "request")} since ${shortDate(trial.from, timeZone)}`;
  return (
    <Section
      title="Backtest"
      note={period}
      actions={
        <Segmented
          label="Period"
          options={backtestDays.map((days) => ({ value: String(days), label: `${days} days` }))}
          value={String(choice.days)}
          onChange={(days) => onChoose({ ...choice, days: Number(days) })}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 text-sm">
        <Check
          label="As if agents could execute and oversight were on"
          checked={choice.assumption === "execute"}
          onChange={({ target }) => onChoose({ ...choice, assumption: target.checked ? "execute" : "as it was" })}
        />
        <AskMe
          title="What the backtest assumes"
          rows={[
            ["Asked again", "in their order, with what was known at the time"],
            ["Would run alone", "nobody undoes it; rejected amounts count in the ledger"],
            ["Would ask instead", "you answer as in the past"],
            ["Waiting caused", "the median wait of its type"],
          ]}
        >
          Assumptions
        </AskMe>
      </div>
      {!trial ? (
        <LoadingRows error={error} what="Couldn't try these limits" rows={3} />
      ) : trial.status === "failed" ? (
        <p role="alert" className="py-3 text-sm text-danger">
          The backtest could not be finished. Choose the period again to repeat it.
        </p>
      ) : trial.result ? (
        <Result trial={trial} result={trial.result} />
      ) : (
        <Progress trial={trial} />
      )}
    </Section>
  );
}

function Progress({ trial: { done, total } }: { trial: Backtest }) {
  return (
    <div role="status" className="py-3 text-sm text-ink-2">
      <progress aria-label="Backtest" className="h-1.5 w-full accent-accent" value={done} max={Math.max(1, total)} />
      {done} of {total} requests
    </div>
  );
}

function Result({ trial, result }: { trial: Backtest; result: BacktestResult }) {
  const { currency, timeZone } = useCompany();
  const { now, tried, unjudged, judged, changed, strips } = result;
  if (trial.total === 0)
    return (
      <p className="py-3 text-sm text-ink-2">
        {trial.recordedSince
          ? "No agent asked for anything in this period. Choose a longer one."
          : "No requests are recorded yet. They are from the first proposal on."}
      </p>
    );
  const hours = (value: number): string => (value >= 48 ? plural(Math.round(value / 24), "day") : `${value} h`);
  const cells: { name: string; value: ReactNode; note: string }[] = [
    { name: "Would run alone", value: tried.alone, note: `${now.alone} now` },
    { name: "Ended badly", value: tried.badly, note: `of ${tried.known} with a known outcome, ${now.badly} now` },
    { name: "Exposure alone", value: money(tried.exposure, currency), note: `${money(now.exposure, currency)} now` },
    { name: "Would ask you", value: tried.asked, note: `${now.asked} now` },
    {
      name: "Waiting",
      value: result.savedHours > 0 ? `−${hours(result.savedHours)}` : hours(0),
      note:
        result.causedHours === null
          ? "caused: unknown, nobody ever waited"
          : `saved; ${hours(result.causedHours)} caused`,
    },
    { name: "Cannot be judged", value: unjudged, note: "not counted" },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 border-b border-line sm:grid-cols-3">
        {cells.map(({ name, value, note }) => (
          <div key={name} className="min-w-0 py-3 pr-3">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="num mt-1 text-[20px] leading-[30px] font-medium tracking-tighter">{value}</dd>
            <dd className="text-xs text-pretty text-ink-3">{note}</dd>
          </div>
        ))}
      </dl>
      {trial.recordedSince && trial.recordedSince > trial.from && (
        <p className="pt-2 text-xs text-ink-3">
          Requests are recorded since {shortDate(trial.recordedSince, timeZone)}.
        </p>
      )}
      {strips.map((strip) => (
        <StripDrawing key={`${strip.role} ${strip.decisionType} ${strip.unit}`} strip={strip} trial={trial} />
      ))}
      {changed > 0 ? (
        <ChangedCases id={trial.id} base={trial.base} />
      ) : (
        judged > 0 && <p className="py-3 text-sm text-ink-2">Every request would be answered as it is now.</p>
      )}
      {unjudged > 0 && <UnjudgedCases id={trial.id} count={unjudged} />}
    </>
  );
}

type Summarized = Pick<BacktestResult, "now" | "tried" | "judged" | "changed">;

/** "12 of 64 past requests would have run without you. 1 of them ended badly." */
export function describeFinding({ now, tried, judged, changed }: Summarized): string {
  const more = tried.alone - now.alone;
  if (changed === 0) return `None of ${plural(judged, "past request")} would be answered differently.`;
  if (more === 0)
    return `${changed} of ${plural(judged, "past request")} would be answered differently; as many as before would have run without you.`;
  const worse = tried.badly - now.badly;
  if (more < 0)
    return `${-more} of ${plural(judged, "past request")} would have waited for you instead of running alone.`;
  const ended =
    worse > 0 ? ` ${worse} of them ended badly.` : tried.known > now.known ? " None of them ended badly so far." : "";
  return `${more} of ${plural(judged, "past request")} would have run without you.${ended}`;
}
