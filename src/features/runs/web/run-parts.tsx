import { longDay } from "#contract/format.ts";
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

const words: Record<RunLine["status"], { said: string; tone: DotTone }> = {
  queued: { said: "Waiting", tone: "idle" },
  running: { said: "Working", tone: "success" },
  done: { said: "Done", tone: "success" },
  failed: { said: "Failed", tone: "danger" },
  stopped: { said: "Stopped", tone: "warning" },
};

export const RunStatusMark = ({ run }: { run: RunLine }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    {run.status === "running" ? <Spinner /> : <Dot tone={words[run.status].tone} />}
    {run.stopping ? "Stopping" : words[run.status].said}
  </span>
);

/** Who worked it out, and what that cost. */
export function EngineTag({ run }: { run: RunLine }) {
  const { state, usd } = run.cost;
  const cost =
    state === "zero"
      ? "no cost"
      : usd === null
        ? "cost unknown"
        : `$${usd.toFixed(4)}${state === "imputed" ? ", estimated" : ""}`;
  return (
    <Tag
      line
      title={
        run.engine === "rules" ? "Worked out by rules over the company's own rows, without a language model" : undefined
      }
    >
      {run.engine === "rules" ? "Rules" : run.engine}, {cost}
    </Tag>
  );
}

const origins: Record<Origin, { said: string; title: string }> = {
  system: { said: "Own records", title: "Made from the product's own rows" },
  owner: { said: "From the owner", title: "Every text it holds was written by an owner or by the product" },
  staff: { said: "From staff", title: "It holds text that staff wrote" },
  external: { said: "Text from outside", title: "It holds text from outside: shown, never followed" },
};

/** Whose text it holds. */
export const OriginTag = ({ origin }: { origin: Origin }) => (
  <Tag line title={origins[origin].title}>
    {origins[origin].said}
  </Tag>
);

const marks: Record<RunStep["status"], ReactNode> = {
  running: <Spinner size={16} />,
  done: <Check size={16} className="text-success" aria-hidden />,
  failed: <CircleAlert size={16} className="text-danger" aria-hidden />,
};

const tookOf = ({ startedAt, finishedAt }: RunStep): string => {
  if (!finishedAt) return "";
  const took = Date.parse(finishedAt) - Date.parse(startedAt);
  return took < 1_000 ? `${took} ms` : `${(took / 1_000).toFixed(1)} s`;
};

/** The steps of a run, as they are done. */
export const Steps = ({ run }: { run: RunPage["run"] }) => (
  <Section title="Steps" note={run.steps.length || undefined}>
    {run.steps.length === 0 ? (
      <p className="border-t border-line py-[9px] text-ink-2">
        {run.startedAt === null && run.finishedAt === null ? "It has not begun yet." : "It needed no step of its own."}
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
                <span className="block text-xs wrap-anywhere text-ink-3" title="The tool this step used">
                  <span className="sr-only">Tool: </span>
                  {step.action}
                </span>
              )}
              {step.detail && <span className="block text-sm wrap-anywhere text-ink-3">{step.detail}</span>}
            </span>
            <span className="num text-sm text-ink-3">{tookOf(step)}</span>
          </li>
        ))}
      </ol>
    )}
  </Section>
);

/** A metric goes by the name the system gave it; people read words. */
const referenceOf = ({ kind, reference }: Fact): string => (kind === "metric" ? sentenceCase(reference) : reference);

/** The company's own rows it stands on. */
export function Facts({ run }: { run: RunPage["run"] }) {
  if (run.facts.length === 0) return null;
  return (
    <Section title="Evidence" note={plural(run.facts.length, "row")}>
      <ul>
        {run.facts.map((fact, at) => (
          <li key={at} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-[9px]">
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

type Out = RunPage["ledTo"][number];

/** The pieces other executives did for it. */
export function Delegated({ page: { delegated } }: { page: RunPage }) {
  if (delegated.length === 0) return null;
  return (
    <Section title="Done by others" note={delegated.length}>
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

/** Messages that stand open beside decisions and tasks; more of them are folded. */
const fewMessages = 2;

/** What came out of it: decisions, tasks, comments, messages. */
export function LedTo({ page: { run, ledTo } }: { page: RunPage }) {
  const messages = ledTo.filter(({ kind }) => kind === "message");
  const isMany = messages.length > fewMessages;
  const open = isMany ? ledTo.filter(({ kind }) => kind !== "message") : ledTo;
  return (
    <Section title="What it led to" note={ledTo.length || undefined}>
      {ledTo.length === 0 && (
        <p className="border-t border-line py-[9px] text-ink-2">
          {run.status === "queued" || run.status === "running" ? "Nothing yet." : "Nothing followed from it."}
        </p>
      )}
      <ul>
        {open.map((out) => (
          <Outcome key={out.id} out={out} />
        ))}
      </ul>
      {isMany && (
        <details className="border-t border-line py-[9px]">
          <summary className="cursor-pointer text-accent">{plural(messages.length, "message")}</summary>
          <ul className="pt-2">
            {messages.map((out) => (
              <Outcome key={out.id} out={out} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

const wordsOf = ({ kind, status, about, by }: Out): string => {
  if (kind === "message") return `Message${by ? ` from ${by}` : ""}${about ? ` to ${about}` : ""}`;
  if (kind === "comment") return about ? `Comment on “${about}”` : "Comment";
  return `${sentenceCase(kind)}${by ? ` by ${by}` : ""}, ${status.replace("_", " ")}`;
};

function Outcome({ out }: { out: Out }) {
  const { title, content, href } = out;
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
      <div className="line-clamp-2 text-sm wrap-anywhere text-ink-3">{wordsOf(out)}</div>
    </li>
  );
}
