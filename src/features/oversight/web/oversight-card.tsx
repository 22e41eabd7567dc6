import { Link } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import * as calls from "#features/oversight/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { useNow } from "#ui/clock.ts";
import { dateAndTime, shortMoment } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { describeAgents, Level, StatusMark } from "./levels.tsx";
import { useCheck, useInitialize, useOversightStatus, useStop } from "./queries.ts";

const shownLogs = 5;

/** The AGI Oversight card of the dashboard. */
export default function OversightCard() {
  const { data, error } = useOversightStatus();
  const [initialize, check, stop] = [useInitialize(), useCheck(), useStop()];
  const status = data?.systemStatus ?? "INACTIVE";
  const isOff = status === "INACTIVE";
  const failure = [
    initialize.error &&
      `${isOff ? "Oversight was not initialized" : "Autonomous work was not resumed"}: ${sentenceOf(initialize.error)}`,
    check.error && `The last check failed: ${sentenceOf(check.error)}`,
    stop.error && `Oversight was not stopped: ${sentenceOf(stop.error)}`,
    error && !data && `The status could not be loaded: ${sentenceOf(error)}`,
  ].find(Boolean);
  const mayResume = useMay(calls.initializeOversight) && Boolean(data?.heldAt);
  const mayCheck = useMay(calls.checkOversight);
  const mayStop = useMay(calls.stopOversight);
  return (
    <Section
      title="AGI Oversight"
      actions={
        <>
          <StatusMark status={status} />
          <Link href="/oversight" className="ml-2 text-sm font-medium">
            Details
          </Link>
        </>
      }
    >
      {isOff ? <Off initialize={initialize} heldAt={data?.heldAt ?? null} /> : data && <Watched status={data} />}
      {!isOff && (
        <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden">
          {mayCheck && (
            <Button small pending={check.isPending} onClick={() => check.mutate()}>
              Force System Check
            </Button>
          )}
          {mayResume && (
            <Button small pending={initialize.isPending} onClick={() => initialize.mutate()}>
              Resume autonomous work
            </Button>
          )}
          {mayStop && (
            <Button small look="destructive" pending={stop.isPending} onClick={() => stop.mutate()}>
              Stop AGI
            </Button>
          )}
        </div>
      )}
      <Problem of={failure} className="mt-2" />
    </Section>
  );
}

function Off({ initialize, heldAt }: { initialize: ReturnType<typeof useInitialize>; heldAt: string | null }) {
  const may = useMay(calls.initializeOversight);
  return (
    <div className="border-t border-line pt-2 md:pt-3">
      {/* On a phone, the mark INACTIVE alone shows that oversight is off. */}
      <div className={cx("font-medium", heldAt ? "max-md:mb-2" : "max-md:hidden")}>
        {heldAt ? "Everything autonomous is stopped" : "Oversight is off"}
      </div>
      <p className="mt-0.5 text-pretty text-ink-2 max-md:hidden">
        {heldAt
          ? "Nothing starts on its own, and agents can only propose, until oversight is initialized again."
          : "Agents can propose, but cannot act on their own until oversight runs."}
      </p>
      {may ? (
        <Button
          small
          look="primary"
          className="md:mt-3"
          pending={initialize.isPending}
          onClick={() => initialize.mutate()}
        >
          Initialize AGI Oversight
        </Button>
      ) : (
        <p className="mt-2 text-sm text-ink-3">{onlyWho(calls.initializeOversight, "initialize it")}.</p>
      )}
    </div>
  );
}

function Watched({ status }: { status: calls.OversightStatus }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const { agentStatuses, measuredUntil, lastCheck, heldAt, recentLogs, systemStatus } = status;
  const isMeasuring = systemStatus === "MONITORING" && measuredUntil;
  return (
    <>
      <p className="pb-2.5 text-sm text-pretty text-ink-2">
        {describeAgents(agentStatuses)}
        {heldAt && " Autonomous work is on hold."}
        {isMeasuring
          ? ` Normal ranges are measured until ${dateAndTime(measuredUntil, timeZone)}.`
          : lastCheck && ` Last check ${shortMoment(lastCheck.at, timeZone, now)}.`}
      </p>
      <ul className="border-b border-line">
        {recentLogs.slice(0, shownLogs).map(({ id, level, timestamp, message }) => (
          <li
            key={id}
            className="grid grid-cols-[64px_86px_minmax(0,1fr)] items-baseline gap-2 border-t border-line py-[7px] text-sm"
          >
            <time dateTime={timestamp} className="num text-xs text-ink-3">
              {shortMoment(timestamp, timeZone, now)}
            </time>
            <Level level={level} />
            <span className="text-ink-2 wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
