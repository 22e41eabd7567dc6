import { type ReactNode, useState } from "react";
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
