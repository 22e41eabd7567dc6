import { Link } from "wouter";
import type { Fact } from "#features/brain/contract.ts";
import { cx } from "#ui/kit/cx.ts";
import { Marking } from "./marking.tsx";

export const FactLine = ({ fact, onMarked }: { fact: Fact; onMarked?: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-2 border-t border-line py-1.5 text-sm">
    <span className={cx("min-w-0 wrap-anywhere", (fact.mark || fact.supersededBy) && "text-ink-3 line-through")}>
      {fact.subject}: {fact.predicate} <span className="font-medium">{fact.value}</span>
    </span>
    {fact.conflictsWith && !fact.mark && <span className="text-danger">In conflict</span>}
    <span className="text-ink-3">
      {fact.passageId ? <Link href={`/brain-dashboard?passage=${fact.passageId}`}>Source</Link> : "Entered by a person"}
    </span>
    <span className="ml-auto">
      <Marking
        kind="fact"
        id={fact.id}
        mark={fact.mark}
        isDoubtful={fact.isDoubtful}
        name={`${fact.subject}, ${fact.predicate} ${fact.value}`}
        {...(onMarked && { onMarked })}
      />
    </span>
  </li>
);

type Props = { facts: readonly Fact[]; onMarked?: () => void };

export const FactList = ({ facts, onMarked }: Props) =>
  facts.length > 0 && (
    <>
      <h3 className="mt-4 text-sm font-medium">Facts</h3>
      <ul aria-label="Facts">
        {facts.map((fact) => (
          <FactLine key={fact.id} fact={fact} {...(onMarked && { onMarked })} />
        ))}
      </ul>
    </>
  );
