import { Undo2 } from "lucide-react";
import { useState } from "react";
import { lengths } from "#contract/words.ts";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import type { LimitChange, LimitDifference } from "#features/authority/versions/contract.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { changedFigures, figureNames, formatFigure, limitKey, typeName } from "./limit-words.ts";
import { useSave } from "./queries.ts";

/** How one set of limits differs from another, figure by figure. */
export function Differences({
  title,
  differences,
  names,
  onUndo,
}: {
  title: string;
  differences: readonly LimitDifference[];
  /** What the two sets are called. */
  names: readonly [string, string];
  onUndo?: (difference: LimitDifference) => void;
}) {
  const { currency } = useCompany();
  return (
    <Section title={title} note={differences.length}>
      <ul className="text-sm">
        {differences.map((difference) => (
          <li
            key={limitKey(difference)}
            className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0"
          >
            <AgentBadge role={difference.role} />
            <div className="min-w-0 flex-1">
              <span className="font-medium">{typeName(difference.decisionType)}</span>{" "}
              <span className="text-ink-3">
                {difference.role}
                {difference.isLooser ? "" : ", stricter"}
                {difference.wasOwn && !difference.isOwn && ", limits of its own removed"}
              </span>
              <ul>
                {changedFigures(difference).map((name) => (
                  <li key={name} className="num flex flex-wrap gap-x-2">
                    <span className="text-ink-2">{figureNames[name]}</span>
                    <span className="text-ink-3">
                      <span className="sr-only">{names[0]}: </span>
                      <s>{formatFigure(name, difference.from[name], currency)}</s>
                    </span>
                    <span className="font-medium">
                      <span className="sr-only">{names[1]}: </span>
                      {formatFigure(name, difference.to[name], currency)}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
            {onUndo && (
              <Button
                small
                icon
                look="quiet"
                aria-label={`Take back ${typeName(difference.decisionType)}, ${difference.role}`}
                onClick={() => onUndo(difference)}
              >
                <Undo2 size={15} strokeWidth={1.75} aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type CardProps = {
  base: number;
  draft: readonly LimitChange[];
  differences: readonly LimitDifference[];
  /** What the trial found, in a sentence. */
  finding: string | null;
  onDone: () => void;
};

/** The draft with what it needs, its reason and the button that saves it. */
export function DraftCard({ base, draft, differences, finding, onDone }: CardProps) {
  const [note, setNote] = useState("");
  const save = useSave(onDone);
  const admin = useIsAdmin();
  const looser = differences.filter(({ isLooser }) => isLooser).length;
  const version = base + 1;
  const lines: [string, string | number][] = [
    ["Looser limits", looser],
    ["Stricter limits", differences.length - looser],
    ["Needs", looser > 0 ? "an admin" : "an approver"],
  ];
  return (
    <section
      aria-label={`Version ${version}, draft`}
      className="rounded-card border border-line-strong bg-surface p-4 md:p-5"
    >
      <h2 className="font-semibold">Version {version}, draft</h2>
      {finding && <p className="mt-1 text-sm text-ink-2">{finding}</p>}
      <dl className="mt-3 text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3 border-t border-line py-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {looser > 0 && !admin ? (
        <p className="mt-2 text-sm text-ink-2">
          Only an admin may raise a limit.{" "}
          <button type="button" className="font-medium text-accent" onClick={onDone}>
            Discard the draft
          </button>
        </p>
      ) : (
        <>
          <TextArea
            label="Reason"
            aside="optional"
            frame="mt-2"
            maxLength={lengths.reason}
            value={note}
            onText={setNote}
          />
          <Problem of={save.error} className="mt-2" />
          <div className="mt-3 grid grid-cols-2 gap-2">
            <Button onClick={onDone}>Discard</Button>
            <Button
              look="primary"
              pending={save.isPending}
              disabled={differences.length === 0}
              onClick={() => save.mutate({ base, changes: [...draft], ...(note.trim() ? { note: note.trim() } : {}) })}
            >
              Save version {version}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
