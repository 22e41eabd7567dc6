import { type GivenPart, givenTitles } from "#contract/runs.ts";
import type { RunPage } from "#features/runs/contract.ts";
import { plural } from "#ui/format.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { OriginTag } from "./run-parts.tsx";

/** What the executive was given, part by part, and which of it was used. */
export function Given({ run: { given, engine } }: { run: RunPage["run"] }) {
  if (!given) return null;
  return (
    <Section title="What it was given">
      {engine === "rules" && <p className="border-t border-line py-[9px] text-sm text-ink-2">{usedByRules(given)}</p>}
      <details className="border-t border-line py-[9px]">
        <summary className="cursor-pointer text-accent">{plural(given.length, "part")}, word for word</summary>
        <ol className="pt-1">
          {given.map((part, at) => (
            <Part key={at} part={part} />
          ))}
        </ol>
      </details>
    </Section>
  );
}

function Part({ part: { kind, text, origin, trusted, source } }: { part: GivenPart }) {
  return (
    <li className="mt-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{givenTitles[kind]}</span>
        {origin === "system" ? (
          <Tag line title="Words of the product itself">
            From the product
          </Tag>
        ) : (
          <OriginTag origin={origin} />
        )}
      </span>
      {!trusted && <span className="block text-sm text-ink-3">Data, not instructions{source && `: ${source}`}</span>}
      <span
        className={`mt-1 block text-sm whitespace-pre-wrap wrap-anywhere text-ink-2 ${trusted ? "" : "border-l-2 border-line-strong pl-3"}`}
      >
        {text}
      </span>
    </li>
  );
}

/** What rules read of it: what was asked, never the words around that. */
function usedByRules(given: readonly GivenPart[]): string {
  const has = (kind: GivenPart["kind"]) => given.some((part) => part.kind === kind);
  const used = has("request") ? "what was asked and the company's own rows" : "the company's own rows";
  const kept = has("instructions") ? "The owner's instructions and the rest are" : "The rest is";
  return `It was worked out by rules, which used ${used}. ${kept} kept for a language model, and none is connected.`;
}
