import { formatEngine, longDay } from "#contract/format.ts";
import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { RunLine, RunStep } from "#contract/runs.ts";
import type { RunPage } from "#features/runs/contract.ts";
import { plural, sentenceCase } from "#ui/format.ts";
import { Spinner } from "#ui/kit/button.tsx";
import { Dot, type DotTone, Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";

const statusLabels: Record<RunLine["status"], { label: string; tone: DotTone }> = {
  queued: { label: "Queued", tone: "idle" },
  running: { label: "Running", tone: "success" },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  stopped: { label: "Stopped", tone: "warning" },
};

export const RunStatusMark = ({ run }: { run: RunLine }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    {run.status === "running" ? <Spinner /> : <Dot tone={statusLabels[run.status].tone} />}
    {run.stopping ? "Stopping" : statusLabels[run.status].label}
  </span>
);

/** Rules or the model, and the cost. */
export function EngineTag({ run }: { run: RunLine }) {
  return (
    <Tag
      line
      title={
        run.degraded
          ? (run.sentence ?? undefined)
          : run.engine === "rules"
            ? "Computed by rules from the company's records, without a language model"
            : undefined
      }
    >
      {formatEngine(run)}
    </Tag>
  );
}

const origins: Record<Origin, { label: string; title: string }> = {
  system: { label: "Own records", title: "From the company's records" },
  owner: { label: "From the owner", title: "All text is by an owner or Boardroom" },
  staff: { label: "From staff", title: "Contains text by staff" },
  external: { label: "External text", title: "Contains external text: shown, never followed as instructions" },
};

export const OriginTag = ({ origin }: { origin: Origin }) => (
  <Tag line title={origins[origin].title}>
    {origins[origin].label}
  </Tag>
);

const marks: Record<RunStep["status"], ReactNode> = {
  running: <Spinner size={16} />,
  done: <Check size={16} className="text-success" aria-hidden />,
  failed: <CircleAlert size={16} className="text-danger" aria-hidden />,
};

const formatDuration = ({ startedAt, finishedAt }: RunStep): string => {
  if (!finishedAt) return "";
  const ms = Date.parse(finishedAt) - Date.parse(startedAt);
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
};

export const Steps = ({ run }: { run: RunPage["run"] }) => (
  <Section title="Steps" note={run.steps.length || undefined}>
    {run.steps.length === 0 ? (
      <p className="border-t border-line py-[9px] text-ink-2">
        {run.startedAt === null && run.finishedAt === null ? "Not started yet." : "No steps."}
      </p>
    ) : (
      <ol aria-live="polite">
        {run.steps.map((step) => (
          <li key={step.position} className="flex items-start gap-3 border-t border-line py-[9px]">
            <span className="pt-0.5 text-ink-2">{marks[step.status]}</span>
            <span className="min-w-0 flex-1">
              {step.title}
              <span className="sr-only">: {step.status}</span>
              {step.action && (
                <span className="block text-xs wrap-anywhere text-ink-3" title="The action this step used">
                  <span className="sr-only">Action: </span>
                  {step.action}
                </span>
              )}
              {step.detail && <span className="block text-sm wrap-anywhere text-ink-3">{step.detail}</span>}
            </span>
            <span className="num text-sm text-ink-3">{formatDuration(step)}</span>
          </li>
        ))}
      </ol>
    )}
  </Section>
);

/** A metric's name as words. */
const referenceOf = ({ kind, reference }: Fact): string => (kind === "metric" ? sentenceCase(reference) : reference);

export function Facts({ run }: { run: RunPage["run"] }) {
  if (run.facts.length === 0) return null;
  return (
    <Section title="Evidence" note={plural(run.facts.length, "row")}>
      <ul>
        {run.facts.map((fact, index) => (
          <li key={index} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-[9px]">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <span className="font-medium">
                {fact.href ? <Link href={fact.href}>{referenceOf(fact)}</Link> : referenceOf(fact)}
              </span>
              <span className="ml-2 text-sm text-ink-3">{fact.kind.toLowerCase()}</span>
            </span>
            <span className="min-w-0 wrap-anywhere tabular-nums">{fact.value}</span>
            <span className="num text-sm text-ink-3">{fact.asOf && longDay(fact.asOf)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Effect = RunPage["ledTo"][number];

export function Delegated({ page: { delegated } }: { page: RunPage }) {
  if (delegated.length === 0) return null;
  return (
    <Section title="Other agents' runs" note={delegated.length}>
      <ul>
        {delegated.map((run) => (
          <li key={run.id} className="flex items-baseline gap-3 border-t border-line py-[9px]">
            <Link href={`/runs/${run.id}`} className="min-w-0 flex-1">
              {run.agentName} ({run.agentRole}): {run.label}
            </Link>
            <span className="text-sm text-ink-3">
              <RunStatusMark run={run} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** More messages than this are collapsed. */
const visibleMessages = 2;

export function LedTo({ page: { run, ledTo } }: { page: RunPage }) {
  const messages = ledTo.filter(({ kind }) => kind === "message");
  const isMany = messages.length > visibleMessages;
  const visible = isMany ? ledTo.filter(({ kind }) => kind !== "message") : ledTo;
  return (
    <Section title="Effects" note={ledTo.length || undefined}>
      {ledTo.length === 0 && (
        <p className="border-t border-line py-[9px] text-ink-2">
          {run.status === "queued" || run.status === "running" ? "Nothing yet." : "No effects."}
        </p>
      )}
      <ul>
        {visible.map((effect) => (
          <EffectRow key={effect.id} effect={effect} />
        ))}
      </ul>
      {isMany && (
        <details className="border-t border-line py-[9px]">
          <summary className="cursor-pointer text-accent">{plural(messages.length, "message")}</summary>
          <ul className="pt-2">
            {messages.map((effect) => (
              <EffectRow key={effect.id} effect={effect} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

const describeEffect = ({ kind, status, about, by }: Effect): string => {
  if (kind === "message") return `Message${by ? ` from ${by}` : ""}${about ? ` to ${about}` : ""}`;
  if (kind === "comment") return about ? `Comment on “${about}”` : "Comment";
  return `${sentenceCase(kind)}${by ? ` by ${by}` : ""}, ${status.replace("_", " ")}`;
};

function EffectRow({ effect }: { effect: Effect }) {
  const { title, content, href } = effect;
  return (
    <li className="border-t border-line py-[9px]">
      {href || content === null ? (
        <div className="line-clamp-3 wrap-anywhere">{href ? <Link href={href}>{title}</Link> : title}</div>
      ) : (
        <details>
          <summary className="cursor-pointer wrap-anywhere">{title}</summary>
          <p className="mt-1 mb-1.5 text-sm whitespace-pre-line wrap-anywhere text-ink-2">{content}</p>
        </details>
      )}
      <div className="line-clamp-2 text-sm wrap-anywhere text-ink-3">{describeEffect(effect)}</div>
    </li>
  );
}
