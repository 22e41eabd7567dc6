import { Activity, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { LineStatus } from "#contract/events.ts";
import type { FeedEntry, FeedItem } from "#features/feed/contract.ts";
import { useNow } from "#ui/clock.ts";
import { clockTime, count, dayMonth, exactTime, money, sentenceCase, shortMoment, signedPercent } from "#ui/format.ts";
import { AgentBadge, PersonBadge } from "#ui/kit/agent-badge.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dot, PriorityBars } from "#ui/kit/marks.tsx";
import { ageLabel } from "./age.ts";
import { typeNames } from "./words.ts";

const isRole = (type: string): type is AgentRoleId => agentRoleIds.some((role) => role === type);

export function FeedRow({ item }: { item: FeedItem }) {
  const { agentName, agentType, actionType, impact, status, more } = item;
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <li
      data-action-type={actionType}
      className="grid grid-cols-[22px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-1 border-t border-line py-[9px] first:border-t-0 md:grid-cols-[84px_22px_104px_112px_minmax(0,1fr)_20px_96px_88px] md:gap-x-3"
    >
      <span className="md:col-start-2 md:row-start-1">
        <Who type={agentType} />
      </span>
      <div className="min-w-0 md:col-start-5 md:row-start-1">
        <div className="line-clamp-3 wrap-anywhere md:line-clamp-2" title={item.title}>
          <Title entry={item} />
          <Repeats item={item} />
          <Removed item={item} />
        </div>
        <Description entry={item} />
        {more.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-badge px-1 text-sm text-ink-2 hover:bg-sunken hover:text-ink md:min-h-6"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown
              size={14}
              strokeWidth={1.75}
              aria-hidden
              className={cx("transition-transform", isOpen && "rotate-180")}
            />
            {more.length} more <span className="sr-only">about {item.title}</span>
          </button>
        )}
        {isOpen && (
          <ul id={listId} className="mt-1">
            {more.map((entry) => (
              <MoreRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </div>
      <span className="num text-right md:col-start-8 md:row-start-1">
        <Figure item={item} />
      </span>
      <div className="col-start-2 col-end-4 flex flex-wrap items-center gap-x-2.5 text-sm md:contents">
        <span className="relative truncate text-ink-2 md:col-start-3 md:row-start-1 md:text-base md:text-ink">
          {agentName}
          {isRole(agentType) && <span className="sr-only"> {agentType}</span>}
        </span>
        <span className="text-ink-3 md:col-start-4 md:row-start-1 md:text-base md:text-ink-2">
          {typeNames[actionType]}
        </span>
        <span className="text-ink-3 md:col-start-1 md:row-start-1 md:text-base">
          <Age at={item.timestamp} />
        </span>
        <span className="md:col-start-6 md:row-start-1 md:pt-0.5">
          <PriorityBars priority={impact} what="impact" wordless />
        </span>
        <span className="text-ink-2 md:col-start-7 md:row-start-1">
          <Status status={status} />
        </span>
      </div>
    </li>
  );
}

const Title = ({ entry: { href, title } }: { entry: FeedEntry }) =>
  href ? (
    <Link href={href} className="text-ink">
      {title}
    </Link>
  ) : (
    title
  );

function Description({ entry: { description, metadata } }: { entry: FeedEntry }) {
  const { taskAssignee } = metadata;
  if (!taskAssignee && !description) return null;
  return (
    <p className="line-clamp-2 text-sm wrap-anywhere text-ink-3 md:line-clamp-1" title={description}>
      {taskAssignee && `Assigned to ${taskAssignee}${description ? ". " : ""}`}
      {description}
    </p>
  );
}

/** One of the entries folded into a line. */
function MoreRow({ entry }: { entry: FeedEntry }) {
  const { timeZone } = useCompany();
  const { agentName, actionType, timestamp } = entry;
  return (
    <li className="border-t border-line py-1.5 pl-1">
      <div className="line-clamp-2 wrap-anywhere" title={entry.title}>
        <Title entry={entry} />
      </div>
      <Description entry={entry} />
      <p className="text-sm text-ink-3">
        <time dateTime={timestamp} title={exactTime(timestamp, timeZone)} className="num">
          {shortMoment(timestamp, timeZone)}
        </time>{" "}
        {agentName}, {typeNames[actionType].toLowerCase()}
      </p>
    </li>
  );
}

function Who({ type }: { type: string }) {
  if (isRole(type)) return <AgentBadge role={type} />;
  if (type === "Person") return <PersonBadge />;
  return (
    <span
      aria-hidden
      className="grid size-[22px] place-items-center rounded-[5px] bg-agent-other-wash text-agent-other"
    >
      <Activity size={14} strokeWidth={2} />
    </span>
  );
}

function Age({ at }: { at: string }) {
  const { timeZone } = useCompany();
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className="num whitespace-nowrap">
      <span className="text-ink-2">{clockTime(at, timeZone)}</span>{" "}
      <span className="text-sm md:block">{ageLabel(at, now, timeZone)}</span>
    </time>
  );
}

function Repeats({ item }: { item: FeedItem }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const { count: times, firstAt } = item.repeats;
  if (times === 1) return null;
  return (
    <span className="ml-2 text-sm whitespace-nowrap text-ink-3" title={`First ${exactTime(firstAt, timeZone)}`}>
      {times} times, first {ageLabel(firstAt, now, timeZone).toLowerCase()}
    </span>
  );
}

function Removed({ item: { removedAt } }: { item: FeedItem }) {
  const { timeZone } = useCompany();
  const now = useNow();
  if (removedAt === null) return null;
  const day = dayMonth(removedAt, timeZone, now);
  return (
    <span className="ml-2 text-sm whitespace-nowrap text-ink-3" title={exactTime(removedAt, timeZone)}>
      Deleted by the reset on {day}
    </span>
  );
}

/** Completed entries show no status, except to screen readers. */
function Status({ status }: { status: LineStatus }) {
  if (status === "completed") return <span className="sr-only">Completed</span>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {status === "pending" ? (
        <Dot tone="warning" />
      ) : (
        <span aria-hidden className="size-[7px] rounded-full shadow-[inset_0_0_0_2px_var(--accent)]" />
      )}
      {sentenceCase(status)}
    </span>
  );
}

function Figure({ item }: { item: FeedItem }) {
  const company = useCompany();
  const { kpiValue, kpiChange, currency, financialImpact } = item.metadata;
  if (financialImpact !== null) return money(financialImpact, company.currency);
  if (kpiValue === null) return null;
  return (
    <>
      {currency ? money(kpiValue, currency) : count(kpiValue)}
      {kpiChange !== null && (
        <span className="block text-sm text-ink-3" title={item.description}>
          {signedPercent(kpiChange)}
        </span>
      )}
    </>
  );
}
