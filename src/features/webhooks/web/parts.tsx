import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { exactTime } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";

/** A name, its state in words and colour, and its switch. */
export const Head = ({
  name,
  detail,
  tone,
  state,
  children,
}: {
  name: string;
  detail: string;
  tone: DotTone;
  state: string;
  children: ReactNode;
}) => (
  <div className="flex items-start gap-3">
    <div className="min-w-0 flex-1">
      <div className="font-medium wrap-anywhere">{name}</div>
      <div className="text-sm wrap-anywhere text-ink-2">{detail}</div>
      <div className="mt-0.5 inline-flex items-center gap-1.5 text-sm text-pretty text-ink-2">
        <Dot tone={tone} />
        {state}
      </div>
    </div>
    {children}
  </div>
);

/** Says that two secrets are good, and ends the previous one. */
export const Rotation = ({
  until,
  timeZone,
  words,
  end,
  id,
}: {
  until: string | null;
  timeZone: string;
  words: string;
  end: { isPending: boolean; mutate: (sent: { params: { id: string } }) => void };
  id: string;
}) =>
  until && (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <span>
        {words} until {exactTime(until, timeZone)}.
      </span>
      <Button small look="quiet" pending={end.isPending} onClick={() => end.mutate({ params: { id } })}>
        End the previous secret
      </Button>
    </p>
  );

type Step = readonly [label: string, onClick: () => void, isPending: boolean];

/** What can be done; removing is asked about in its place. */
export function Steps({
  of,
  steps,
  remove,
  what,
}: {
  of: string;
  steps: readonly Step[];
  remove: () => void;
  what: string;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {isAsking ? (
        <>
          <span className="text-sm text-ink-2">{what}</span>
          <Button small look="destructive" onClick={remove} aria-label={`Remove for good: ${of}`}>
            Remove
          </Button>
          <Button small look="quiet" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </>
      ) : (
        <>
          {steps.map(([label, onClick, isPending]) => (
            <Button key={label} small pending={isPending} onClick={onClick} aria-label={`${label}: ${of}`}>
              {label}
            </Button>
          ))}
          <Button small look="quiet" onClick={() => setAsking(true)} aria-label={`Remove: ${of}`}>
            Remove
          </Button>
        </>
      )}
    </div>
  );
}

/** A log that is read only while it is open. */
export function Log({ title, children }: { title: string; children: (isOpen: boolean) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group/log mt-2 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-6 w-fit items-center gap-1 font-medium">
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden className="text-ink-3 group-open/log:rotate-90" />
        {title}
      </summary>
      {isOpen && children(isOpen)}
    </details>
  );
}
