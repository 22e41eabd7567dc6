import { useState } from "react";
import { Link } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type AutoPilot, type Cycle, type CycleItem, setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { CycleList, Row, tookText } from "#features/orchestrator/web/auto-pilot.tsx";
import { useAutoPilot, useCycle } from "#features/orchestrator/web/queries.ts";
import { CallError } from "#ui/api.ts";
import { formatModelCost } from "#contract/format.ts";
import { count, exactTime, plural, sentenceCase, shortMoment } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { NotFoundPage } from "./not-found.tsx";

/** One cycle of auto-pilot: what it did, what it left to people and why, and what it checked. */
export default function CyclePage({ id }: { id: string }) {
  const { data, error } = useCycle(id);
  if (data) return <CycleView cycle={data} />;
  if (error instanceof CallError && (error.status === 400 || error.status === 404)) return <NotFoundPage />;
  return (
    <Page title="Auto-pilot cycle">
      {<LoadingRows error={error} what="This cycle could not be loaded" rows={8} tall />}
    </Page>
  );
}

function CycleView({ cycle }: { cycle: Cycle }) {
  const { timeZone } = useCompany();
  const { autoPilot: pilot } = cycle;
  const forYou = cycle.left.filter(({ needsYou }) => needsYou).length;
  return (
    <Page title={`Auto-pilot cycle ${cycle.number}`}>
      <nav aria-label="Breadcrumb" className="mb-4 flex gap-2 text-sm">
        <Link href="/orchestrator" className="text-ink-2">
          Orchestrator
        </Link>
        <span aria-hidden className="text-ink-3">
          /
        </span>
        <span className="text-ink-3">{`Cycle ${count(cycle.number)}`}</span>
      </nav>
      <PageHead
        title={`Auto-pilot cycle, ${exactTime(cycle.startedAt, timeZone)}`}
        actions={<Neighbours cycle={cycle} />}
      >
        {`${cycle.summary}.${cycle.status === "running" ? "" : " Nothing was sent and no money was committed."}`}
      </PageHead>
      <Columns
        main={
          <>
            <Section title="Left and why" note={`${forYou} ${forYou === 1 ? "needs" : "need"} you`}>
              <Items items={cycle.left} none="Nothing was left." />
            </Section>
            <Section title="Did" note={count(cycle.did.length)}>
              <Items items={cycle.did} none="Nothing." />
            </Section>
            <Checks cycle={cycle} />
          </>
        }
        rail={
          <>
            <Section title="This cycle">
              <dl>
                <Row name="Status">{sentenceCase(cycle.status)}</Row>
                <Row name="Started by">{`clock, every ${cycle.frequency} minutes`}</Row>
                <Row name="Took">{tookText(cycle.took)}</Row>
                <Row name="Cost">{formatModelCost(cycle.costUsd)}</Row>
                <Row name="Runs of agents">{count(cycle.runs)}</Row>
                <Row name="Runs today">{`${count(pilot.runsToday)} of ${count(pilot.dailyCap)}`}</Row>
                <Row name="New events">{count(cycle.events)}</Row>
                <Row name="Journal">
                  <Link href={`/feed?after=${cycle.journal.after}&until=${cycle.journal.until}`}>Show its entries</Link>
                </Row>
                <Row name="Next run">{pilot.nextAt ? exactTime(pilot.nextAt, timeZone) : "Off"}</Row>
              </dl>
            </Section>
            <Section title="Cycles">
              <CycleList cycles={cycle.earlier} shown={cycle.id} />
            </Section>
            {pilot.enabled && <TurnOff autoPilot={pilot} />}
          </>
        }
      />
    </Page>
  );
}

/** The cycles before and after, by their time. */
function Neighbours({ cycle: { previous, next } }: { cycle: Cycle }) {
  const { timeZone } = useCompany();
  const link = (line: Cycle["next"], name: string, text: (time: string) => string) =>
    line && (
      <Link
        href={`/orchestrator/cycles/${line.id}`}
        aria-label={`${name} cycle: ${exactTime(line.startedAt, timeZone)}`}
        className={buttonClass("plain")}
      >
        {text(shortMoment(line.startedAt, timeZone))}
      </Link>
    );
  return (
    <>
      {link(previous, "Previous", (time) => `‹ ${time}`)}
      {link(next, "Next", (time) => `${time} ›`)}
    </>
  );
}

function TurnOff({ autoPilot: { frequency } }: { autoPilot: AutoPilot }) {
  const save = useAutoPilot();
  const may = useMay(setAutoPilot);
  return (
    <div className="border-t border-line-strong py-3">
      <Button
        look="destructive"
        disabled={!may}
        title={may ? undefined : onlyWho(setAutoPilot, "change auto-pilot")}
        pending={save.isPending}
        onClick={() => save.mutate({ enabled: false, frequency })}
      >
        Turn off Auto-Pilot
      </Button>
    </div>
  );
}

/** What a link to these pages opens. */
const targets: readonly [string, string][] = [
  ["/?task=", "Open task"],
  ["/console?plan=", "Open plan"],
  ["/decisions", "Review proposal"],
  ["/runs", "Open runs"],
  ["/records", "Open records"],
  ["/company-settings", "Open budgets"],
  ["/orchestrator?tab=tasks", "Open tasks"],
  ["/orchestrator?tab=reflections", "Open reflections"],
];
const openText = (href: string): string => targets.find(([start]) => href.startsWith(start))?.[1] ?? "Open";

/** Items shown before the list is opened. */
const mostShown = 8;

function Items({ items, none }: { items: readonly CycleItem[]; none: string }) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return <p className="border-t border-line py-2.5 text-ink-3">{none}</p>;
  return (
    <>
      <ul>
        {items.slice(0, isOpen ? undefined : mostShown).map(({ title, text, href, needsYou, role }, at) => (
          // The same task may be named twice.
          <li key={at} className="flex items-start gap-3 border-t border-line py-2.5">
            {role && <AgentBadge role={role} />}
            <div className="min-w-0 flex-1 wrap-anywhere">
              <div className="font-medium">{title}</div>
              <p className="text-sm text-ink-2">{text}</p>
            </div>
            {href && (
              <Link
                href={href}
                aria-label={`${openText(href)}: ${title}`}
                className={buttonClass(needsYou ? "plain" : "quiet", true)}
              >
                {openText(href)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {items.length > mostShown && !isOpen && (
        <Button small onClick={() => setOpen(true)}>
          {`Show ${count(items.length - mostShown)} more`}
        </Button>
      )}
    </>
  );
}

function noChecks({ status, summary }: Cycle): string {
  if (status === "running") return "The checks are under way.";
  if (summary === "Skipped: nothing new")
    return "It only checked for changes since the previous cycle. There were none.";
  return status === "failed"
    ? "The cycle was interrupted before its checks were saved."
    : "Nothing: the cycle was skipped.";
}

function Checks({ cycle }: { cycle: Cycle }) {
  const { looked, events } = cycle;
  return (
    <Section
      title="Looked at"
      note={looked.length > 0 ? `${plural(looked.length, "check")}, ${plural(events, "new event")}` : undefined}
    >
      {looked.length === 0 ? (
        <p className="border-t border-line py-2.5 text-ink-3">{noChecks(cycle)}</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="text-left text-ink-3">
            <tr>
              <th className="py-1.5 font-normal">Check</th>
              <th className="py-1.5 pr-3 text-right font-normal">Items</th>
              <th className="py-1.5 font-normal">Found</th>
              <th className="py-1.5 text-right font-normal">Time</th>
            </tr>
          </thead>
          <tbody>
            {looked.map(({ name, items, found, ms }) => (
              <tr key={name} className="border-t border-line">
                <td className="py-2">{name}</td>
                <td className="num py-2 pr-3 text-right">{count(items)}</td>
                <td className="py-2 text-ink-2">{found}</td>
                <td className="num py-2 text-right text-ink-3">{`${count(ms)} ms`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
