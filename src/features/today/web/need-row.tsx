import { CalendarClock, Check, CircleCheck, Ellipsis, Undo2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Happening, NeedAct } from "#contract/needs.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { type NeedShown, snoozeNeed } from "#features/today/contract.ts";
import { money } from "#ui/format.ts";
import { AgentBadge, PersonBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import type { MenuGroup } from "#ui/kit/menu.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { dueText, snoozeDays } from "./days.ts";
import { type Doing, type Settled, snoozing, waking } from "./queries.ts";

const Menu = onDemand(() => import("#ui/kit/menu.tsx"));
const icon = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;

const grid =
  "grid grid-cols-[22px_minmax(0,1fr)_auto_36px] items-center gap-x-2.5 border-t border-line py-2 text-sm md:min-h-[42px] md:grid-cols-[22px_minmax(0,1fr)_88px_104px_150px_28px] md:gap-x-3 md:py-1";

type Shown = Pick<Happening, "title" | "why" | "role" | "agentName" | "amount" | "currency" | "href">;

/** Badge, what and why, amount and day: the same columns for what needs somebody and for what happened. */
export const RowText = ({ of, day, isLate }: { of: Shown; day: string; isLate?: boolean }) => (
  <>
    {of.role ? <AgentBadge role={of.role} /> : <PersonBadge />}
    <div className="col-span-3 min-w-0 md:col-span-1 md:truncate">
      <Link href={of.href} className="inline-block py-0.5 font-medium text-ink wrap-anywhere md:inline md:py-0">
        {of.title}
      </Link>{" "}
      <span title={of.why} className="ml-1 hidden text-ink-2 md:inline">
        {of.why}
      </span>
    </div>
    <span className="num col-start-2 row-start-2 font-medium empty:hidden md:col-start-3 md:row-start-1 md:text-right md:empty:inline">
      {of.amount !== null && of.currency ? money(of.amount, of.currency) : ""}
    </span>
    <span
      className={cx(
        "num col-start-2 row-start-3 text-xs md:col-start-4 md:row-start-1 md:text-sm",
        isLate ? "text-danger" : "text-ink-2",
      )}
    >
      {day}
    </span>
  </>
);

const actClass = "col-start-3 row-span-2 row-start-2 md:col-start-5 md:row-span-1 md:row-start-1 md:w-full";

export const Row = ({ children }: { children: ReactNode }) => <li className={grid}>{children}</li>;

type Props = {
  line: NeedShown;
  today: string;
  isFirst: boolean;
  isBusy: boolean;
  onAct: (act: Doing) => void;
};

export function NeedRow({ line, today, isFirst, isBusy, onAct }: Props) {
  const [isOpen, setOpen] = useState(false);
  const mayDo = {
    viewer: useMay({ access: "viewer" }),
    member: useMay({ access: "member" }),
    approver: useMay({ access: "approver" }),
    admin: useMay({ access: "admin" }),
  };
  const maySnooze = useMay(snoozeNeed);
  const acts = line.acts.filter(({ access }) => mayDo[access]);
  const [first, ...others] = acts;
  const choose = ({ call, href, ...act }: NeedAct): void => {
    if (call) onAct({ ...act, call });
    else if (href) location.assign(href);
  };
  const groups: MenuGroup[] = [
    { items: others.map((act) => ({ label: act.label, icon: <Check {...icon} />, onChoose: () => choose(act) })) },
    {
      title: line.because,
      items: !maySnooze
        ? []
        : line.snoozed
          ? [{ label: "Show it again", icon: <Undo2 {...icon} />, onChoose: () => onAct(waking(line)) }]
          : snoozeDays(today).map(({ label, until }) => ({
              label,
              icon: <CalendarClock {...icon} />,
              onChoose: () => onAct(snoozing(line, until)),
            })),
    },
  ].filter(({ items }) => items.length > 0);
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const step = { j: "nextElementSibling", k: "previousElementSibling" }[event.key] as
      | "nextElementSibling"
      | "previousElementSibling"
      | undefined;
    if (isOpen || event.metaKey || event.ctrlKey || event.altKey) return;
    if (step) event.currentTarget[step]?.querySelector<HTMLElement>("a")?.focus();
    else if (event.key === "a" && first?.call && !isBusy) choose(first);
    else if (event.key === "s" && groups.length > 0) setOpen(true);
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for the controls inside
    <li className={grid} onKeyDown={onKeyDown} data-need={line.key}>
      <RowText
        of={line}
        day={line.snoozed ? `until ${dueText({ on: line.snoozed.until, past: "late" }, today)}` : dueText(line, today)}
        isLate={!line.snoozed && line.on !== null && line.on < today}
      />
      {first?.call ? (
        <Button
          small
          look={isFirst ? "primary" : "plain"}
          className={actClass}
          disabled={isBusy}
          aria-label={`${first.label}: ${line.title}`}
          onClick={() => choose(first)}
        >
          <span className="truncate">{first.label}</span>
        </Button>
      ) : (
        first?.href && <ActLink act={first} title={line.title} isFirst={isFirst} />
      )}
      {groups.length > 0 && (
        <div className="relative col-start-4 row-span-2 row-start-2 md:col-start-6 md:row-span-1 md:row-start-1">
          <Button
            look="quiet"
            small
            icon
            aria-label={`More for ${line.title}`}
            aria-haspopup="menu"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
          </Button>
          {isOpen && <Menu label={`More for ${line.title}`} groups={groups} onClose={() => setOpen(false)} />}
        </div>
      )}
    </li>
  );
}

/** A page of the product, or the person's own mail program. */
function ActLink({ act: { label, href }, title, isFirst }: { act: NeedAct; title: string; isFirst: boolean }) {
  const look = {
    className: cx(buttonClass(isFirst ? "primary" : "plain", true), actClass),
    "aria-label": `${label}: ${title}`,
  };
  const text = <span className="truncate">{label}</span>;
  if (href?.startsWith("/"))
    return (
      <Link href={href} {...look}>
        {text}
      </Link>
    );
  return (
    <a href={href ?? ""} {...look}>
      {text}
    </a>
  );
}

/** What was done, with its undo. */
export const SettledLine = ({ of, isBusy, onUndo }: { of: Settled; isBusy: boolean; onUndo: () => void }) => (
  <li className={cx(grid, "text-ink-2")}>
    <CircleCheck size={16} strokeWidth={1.75} aria-hidden className="justify-self-center text-success" />
    <span role="status" className="col-span-1 min-w-0 wrap-anywhere md:col-span-3">
      {of.act.done}
    </span>
    {of.act.undo && (
      <Button
        small
        look="quiet"
        className="md:w-full"
        disabled={isBusy}
        aria-label={`Undo: ${of.act.done}`}
        onClick={onUndo}
      >
        <Undo2 {...icon} /> Undo
      </Button>
    )}
  </li>
);
