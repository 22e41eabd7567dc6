import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Link } from "wouter";
import type { Agent } from "#features/agents/contract.ts";
import { reportingError } from "#features/agents/rules.ts";
import { plural, sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dot, Tag } from "#ui/kit/marks.tsx";
import { useOneColumn } from "#ui/narrow.ts";
import { layoutOf } from "./org-layout.ts";

type Props = {
  team: readonly Agent[];
  owner: string;
  doneOf: (id: string) => number | null;
  mayMove: boolean;
  onMove: (agent: Agent, reportsTo: string | null) => void;
};

/** The owner stands for reporting to no agent. */
const ownerId = "owner";
const leadOf = (agent: Agent): string => agent.systemProps.reportsTo ?? ownerId;

/** Whom an agent may report to: the owner and everyone not below it who works here. */
export function leadsFor(agent: Agent, team: readonly Agent[]): string[] {
  const lines = team.map(({ id, name, role, systemProps }) => ({ id, name, role, reportsTo: systemProps.reportsTo }));
  const own = lines.find(({ id }) => id === agent.id);
  const leads = team.filter(({ id, isOutside }) => own && !isOutside && reportingError(own, id, lines) === null);
  return [ownerId, ...leads.map(({ id }) => id)];
}

/** Who reports to whom, as a chart; on narrow screens as an indented tree. A line is changed by drag or keyboard. */
export function OrgChart({ team, owner, doneOf, mayMove, onMove }: Props) {
  const isNarrow = useOneColumn();
  const [moving, setMoving] = useState<{ agent: Agent; target: string; isDrag: boolean } | null>(null);
  const leads = moving ? leadsFor(moving.agent, team) : [];
  const nameOf = (id: string) => (id === ownerId ? owner : (team.find((one) => one.id === id)?.name ?? ""));
  const finish = () => {
    if (moving && moving.target !== leadOf(moving.agent) && leads.includes(moving.target))
      onMove(moving.agent, moving.target === ownerId ? null : moving.target);
    setMoving(null);
  };
  const onKey = (agent: Agent) => (event: KeyboardEvent) => {
    const isOwn = moving?.agent.id === agent.id;
    const at = moving ? leads.indexOf(moving.target) : 0;
    const turn = (by: number) =>
      moving && setMoving({ ...moving, target: leads[(at + by + leads.length) % leads.length] ?? moving.target });
    if (!moving && ["m", "Enter", " "].includes(event.key) && mayMove && agent.role !== "CEO")
      setMoving({ agent, target: leadOf(agent), isDrag: false });
    else if (isOwn && (event.key === "ArrowRight" || event.key === "ArrowDown")) turn(1);
    else if (isOwn && (event.key === "ArrowLeft" || event.key === "ArrowUp")) turn(-1);
    else if (isOwn && event.key === "Enter") finish();
    else if (isOwn && event.key === "Escape") setMoving(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!moving?.isDrag) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-lead]");
    const target = under?.dataset["lead"];
    setMoving({ ...moving, target: target && leads.includes(target) ? target : leadOf(moving.agent) });
  };
  const cardOf = (agent: Agent) => ({
    agent,
    done: doneOf(agent.id),
    reports: team.filter(({ systemProps }) => systemProps.reportsTo === agent.id).length,
    isMoving: moving?.agent.id === agent.id,
    isTarget: moving?.target === agent.id,
    isDimmed: moving !== null && !leads.includes(agent.id) && moving.agent.id !== agent.id,
    mayMove: mayMove && agent.role !== "CEO",
    onKeyDown: onKey(agent),
    onBlur: () => moving && !moving.isDrag && setMoving(null),
    onDrag: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setMoving({ agent, target: leadOf(agent), isDrag: true });
    },
    onDragMove: onPointerMove,
    onDrop: finish,
    onDragCancel: () => setMoving(null),
  });
  const layout = layoutOf(
    team.map(({ id, systemProps }) => ({ id, lead: systemProps.reportsTo })),
    ownerId,
  );
  const places = [...layout.values()];
  const columns = Math.max(1, ...places.map(({ x }) => x + 1));
  const rows = Math.max(...places.map(({ level }) => level)) + 1;
  const isOwnerTarget = moving?.target === ownerId;
  return (
    <div className="border-t border-line pt-4">
      {isNarrow ? (
        <ul aria-label="Org chart">
          <li data-lead={ownerId} className={cx("py-2 font-medium", isOwnerTarget && "bg-accent-wash")}>
            {owner} <span className="font-normal text-ink-3">owner</span>
          </li>
          {[...layout]
            .filter(([id]) => id !== ownerId)
            .map(([id, { level }]) => {
              const agent = team.find((one) => one.id === id);
              return (
                agent && (
                  <li key={id} style={{ paddingLeft: (level - 1) * 22 }}>
                    <Card {...cardOf(agent)} isRow />
                  </li>
                )
              );
            })}
        </ul>
      ) : (
        <div className="overflow-x-auto pb-2">
          <div
            role="group"
            aria-label="Org chart"
            className="relative mx-auto"
            style={{ minWidth: columns * 158, maxWidth: columns * 220, height: rows * 132 - 32 }}
          >
            <Lines layout={layout} columns={columns} rows={rows} team={team} moving={moving} />
            {[...layout].map(([id, { x, level }]) => {
              const agent = team.find((one) => one.id === id);
              return (
                <div
                  key={id}
                  className="absolute px-1.5"
                  style={{
                    left: `${(x / columns) * 100}%`,
                    width: `${100 / columns}%`,
                    top: level * 132,
                    maxWidth: 232,
                  }}
                >
                  {agent ? (
                    <Card {...cardOf(agent)} />
                  ) : (
                    <div
                      data-lead={ownerId}
                      className={cx(
                        "mx-auto rounded-card border bg-surface px-3 py-2.5",
                        isOwnerTarget ? "border-accent bg-accent-wash" : "border-line-strong",
                      )}
                    >
                      <div className="font-medium wrap-anywhere">{owner}</div>
                      <div className="text-xs text-ink-3">Owner, no limit</div>
                    </div>
                  )}
                </div>
              );
            })}
          </div>
        </div>
      )}
      <p aria-live="polite" className={moving ? "mt-3 text-sm font-medium" : "sr-only"}>
        {moving &&
          `${moving.agent.name} reports to ${nameOf(moving.target)}. ${moving.isDrag ? "Release" : "Press Enter"} to save. Open tasks stay with ${moving.agent.name}.`}
      </p>
    </div>
  );
}

type CardProps = {
  agent: Agent;
  done: number | null;
  reports: number;
  isMoving: boolean;
  isTarget: boolean;
  isDimmed: boolean;
  isRow?: boolean;
  mayMove: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  onDragMove: (event: PointerEvent) => void;
  onDrop: () => void;
  onDragCancel: () => void;
};

function Card({ agent, done, reports, isRow, ...state }: CardProps) {
  const { id, name, role, status, isOutside } = agent;
  return (
    <div
      role="group"
      aria-label={`${name}, ${role}${isOutside ? ", outside" : ""}`}
      data-lead={id}
      className={cx(
        "bg-surface",
        isRow ? "flex items-center border-t border-line py-1.5" : "rounded-card border",
        state.isTarget
          ? "border-accent bg-accent-wash"
          : state.isMoving
            ? "border-dashed border-accent"
            : "border-line-strong",
        state.isDimmed && "opacity-50",
      )}
    >
      <div className={cx("flex min-w-0 flex-1 items-center gap-2", !isRow && "px-2.5 py-2")}>
        <AgentBadge role={role} />
        <span className="min-w-0 flex-1">
          <Link href={`/executives/${id}`} className="block truncate font-medium text-ink">
            {name}
          </Link>
          <span className="flex items-center gap-1.5 text-xs text-ink-3">
            <span className="truncate">{role}</span>
            {isOutside && <Tag line>outside</Tag>}
          </span>
        </span>
        {isRow && status !== "active" && <Status status={status} />}
        {isRow && reports > 0 && <span className="flex-none text-xs text-ink-3">{plural(reports, "report")}</span>}
        {state.mayMove && (
          <button
            type="button"
            aria-label={`Move ${name}`}
            title="Drag, or press m and choose a lead with the arrow keys"
            onKeyDown={state.onKeyDown}
            onBlur={state.onBlur}
            onPointerDown={state.onDrag}
            onPointerMove={state.onDragMove}
            onPointerUp={state.onDrop}
            onPointerCancel={state.onDragCancel}
            className="flex h-9 w-6 flex-none cursor-grab touch-none items-center justify-center text-ink-3"
          >
            <GripVertical size={15} aria-hidden />
          </button>
        )}
      </div>
      {!isRow && (
        <div className="flex justify-between gap-2 border-t border-line px-2.5 py-1.5 text-xs text-ink-2">
          {status === "active" ? (
            <span className="num truncate">
              {isOutside ? "Proposes by its own program" : done === null ? "" : `${done} done in 7 days`}
            </span>
          ) : (
            <Status status={status} />
          )}
          {reports > 0 && <span className="flex-none">{plural(reports, "report")}</span>}
        </div>
      )}
    </div>
  );
}

const Status = ({ status }: { status: Agent["status"] }) => (
  <span className="flex flex-none items-center gap-1.5 text-xs">
    <Dot tone={status === "paused" ? "warning" : "idle"} />
    {sentenceCase(status)}
  </span>
);

type LinesProps = {
  layout: ReturnType<typeof layoutOf>;
  columns: number;
  rows: number;
  team: readonly Agent[];
  moving: { agent: Agent; target: string } | null;
};

/** Lines from each agent to its lead, and to the new lead while an agent is moved. */
function Lines({ layout, columns, rows, team, moving }: LinesProps) {
  const pathOf = (from: string, to: string): string => {
    const [a, b] = [layout.get(from), layout.get(to)];
    if (!a || !b) return "";
    const [ax, bx] = [((a.x + 0.5) / columns) * 100, ((b.x + 0.5) / columns) * 100];
    const [top, bottom] = [b.level * 132 + (to === ownerId ? 57 : 84), a.level * 132];
    const middle = (top + bottom) / 2;
    return `M${bx} ${top}V${middle}H${ax}V${bottom}`;
  };
  return (
    <svg
      aria-hidden
      viewBox={`0 0 100 ${rows * 132 - 32}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      fill="none"
    >
      {team.map((agent) => (
        <path
          key={agent.id}
          d={pathOf(agent.id, leadOf(agent))}
          stroke="var(--line-strong)"
          strokeDasharray={moving?.agent.id === agent.id ? "3 3" : undefined}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {moving && moving.target !== leadOf(moving.agent) && (
        <path
          d={pathOf(moving.agent.id, moving.target)}
          stroke="var(--accent)"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
