import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type AutoPilot, type CycleLine, setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { formatModelCost } from "#contract/format.ts";
import { count, plural, shortMoment } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Options, Select } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { useAutoPilot } from "./queries.ts";

/** As in the contract, whose schema the browser does not load. */
const frequencies = [15, 30, 60, 120, 240];
const intervalText = (minutes: number): string =>
  minutes < 60 ? `Every ${minutes} minutes` : minutes === 60 ? "Every hour" : `Every ${minutes / 60} hours`;

const dailyCaps = [10, 20, 40, 80, 160];

const none = "none";
const quietChoices = ["20:00 to 07:00", "22:00 to 06:00", none];

export const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-row items-center gap-3 border-t border-line py-1 text-sm">
    <dt className="text-ink-3">{name}</dt>
    <dd className="num ml-auto min-w-0 text-right">{children}</dd>
  </div>
);

/** Switches auto-pilot and shows its last cycles. A new `loadedAt` discards a picked frequency that was not saved. */
export function AutoPilotPanel({ autoPilot, loadedAt }: { autoPilot: AutoPilot; loadedAt: number }) {
  const { timeZone } = useCompany();
  const may = useMay(setAutoPilot);
  const save = useAutoPilot();
  const [picked, setPicked] = useState({ frequency: 0, loadedAt: 0 });
  const frequency = picked.loadedAt === loadedAt ? picked.frequency : autoPilot.frequency;
  const { enabled, isHeld, quietHours, nextAt, runsToday, dailyCap } = autoPilot;
  const quiet = quietHours ? `${quietHours.from} to ${quietHours.to}` : none;
  const disabled = !may || save.isPending;
  const title = may ? undefined : onlyWho(setAutoPilot, "change auto-pilot");
  return (
    <Section
      title="Auto-Pilot"
      actions={
        <>
          <span className="text-sm text-ink-3">{enabled ? "On" : "Off"}</span>
          <Switch
            label="Auto-Pilot"
            on={enabled}
            disabled={disabled}
            title={title}
            onChange={(on) => save.mutate({ enabled: on, frequency })}
          />
        </>
      }
    >
      <dl>
        <Row name="Cycle">
          <Select
            aria-label="Cycle frequency"
            className="h-10 md:h-control"
            value={frequency}
            disabled={disabled}
            title={title}
            onText={(typed) => {
              const next = Number(typed);
              setPicked({ frequency: next, loadedAt });
              if (enabled) save.mutate({ enabled, frequency: next });
            }}
          >
            <Options of={frequencies.map((minutes) => [minutes, intervalText(minutes)])} />
          </Select>
        </Row>
        <Row name="Next run">
          {nextAt ? (
            <>
              {shortMoment(nextAt, timeZone)} <span className="text-ink-3">{untilText(nextAt, loadedAt)}</span>
            </>
          ) : enabled && isHeld ? (
            "Stopped"
          ) : (
            "Off"
          )}
        </Row>
        {enabled && autoPilot.interval !== autoPilot.frequency && (
          <Row name="Slowed to">{`${intervalText(autoPilot.interval)}, no recent results`}</Row>
        )}
        <Row name="Quiet hours">
          <Select
            aria-label="Quiet hours"
            className="h-10 md:h-control"
            value={quiet}
            disabled={disabled}
            title={title}
            onChange={({ target: { value } }) => {
              const [from = "", to = ""] = value.split(" to ");
              save.mutate({ enabled, frequency, quietHours: value === none ? null : { from, to } });
            }}
          >
            <Options
              of={[...new Set([quiet, ...quietChoices])].map((choice) => [choice, choice === none ? "None" : choice])}
            />
          </Select>
        </Row>
        <Row name="Runs today">
          <span className="flex items-center gap-2.5">
            <span aria-hidden className="h-1 w-22 overflow-hidden rounded-[2px] bg-pressed">
              <span
                className="block h-full bg-ink-2"
                style={{ width: `${Math.min(100, (runsToday / Math.max(1, dailyCap)) * 100)}%` }}
              />
            </span>
            {count(runsToday)} of
            <Select
              aria-label="Runs a day at most"
              className="h-10 md:h-control"
              value={dailyCap}
              disabled={disabled}
              title={title}
              onText={(typed) => save.mutate({ enabled, frequency, dailyCap: Number(typed) })}
            >
              <Options
                of={[...new Set([dailyCap, ...dailyCaps])]
                  .toSorted((one, other) => one - other)
                  .map((cap) => [cap, count(cap)])}
              />
            </Select>
          </span>
        </Row>
        <Row name="Cost today">{formatModelCost(autoPilot.costToday)}</Row>
      </dl>
      {isHeld && (
        <p className="border-t border-line py-2 text-sm">
          Stopped: autonomous work is off.{" "}
          <Link href="/oversight" className="font-medium">
            Open AGI Oversight
          </Link>
        </p>
      )}
      {autoPilot.stopped && <p className="border-t border-line py-2 text-sm text-danger">{autoPilot.stopped}</p>}
      <Problem of={save.error} className="border-t border-line py-2" />
      {autoPilot.cycles.length > 0 ? (
        <>
          <CycleList cycles={autoPilot.cycles} />
          <p className="border-t border-line py-2 text-sm">
            <Link href={`/orchestrator/cycles/${autoPilot.cycles[0]?.id ?? ""}`}>All cycles</Link>
          </p>
        </>
      ) : (
        <p className="border-t border-line py-2 text-sm text-ink-3">
          Each cycle checks tasks, proposals, budgets and figures, and starts up to 3 agent tasks. Nothing is sent.
        </p>
      )}
    </Section>
  );
}

/** "in 22 minutes"; nothing once it is due or more than a day away. */
function untilText(at: string, from: number): string {
  const minutes = Math.round((Date.parse(at) - from) / 60_000);
  if (minutes < 1 || minutes >= 24 * 60) return "";
  return minutes < 60 ? `in ${plural(minutes, "minute")}` : `in ${plural(Math.round(minutes / 60), "hour")}`;
}

const dots: Record<CycleLine["status"], string> = {
  running: "bg-accent",
  done: "bg-dot-success",
  skipped: "bg-line-control",
  failed: "bg-dot-warning",
};

export const tookText = (took: number | null): string => (took === null ? "…" : `${(took / 1000).toFixed(1)} s`);

export function CycleList({ cycles, shown }: { cycles: readonly CycleLine[]; shown?: string }) {
  const { timeZone } = useCompany();
  return (
    <ul aria-label="Cycles">
      {cycles.map(({ id, status, summary, startedAt, took }) => (
        <li key={id} className="border-t border-line">
          <Link
            href={`/orchestrator/cycles/${id}`}
            aria-current={id === shown ? "page" : undefined}
            className={cx("flex min-h-row items-center gap-3 py-1.5 text-sm", id === shown && "font-semibold")}
          >
            <span className="num flex-none text-ink-3">{shortMoment(startedAt, timeZone)}</span>
            <span className={cx("size-1.5 flex-none rounded-full", dots[status])} aria-hidden />
            <span className={cx("min-w-0 flex-1 wrap-anywhere", status === "skipped" && "text-ink-3")}>{summary}</span>
            <span className="num flex-none text-ink-3">{tookText(took)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
