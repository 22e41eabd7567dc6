import { type GivenPart, givenTitles } from "#contract/runs.ts";
import type { RunPage } from "#features/runs/contract.ts";
import { plural } from "#ui/format.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { OriginTag } from "./run-parts.tsx";

export function Given({ run: { given, engine } }: { run: RunPage["run"] }) {
  if (!given) return null;
  return (
    <Section title="Input">
      {engine === "rules" && (
        <p className="border-t border-line py-[9px] text-sm text-ink-2">{describeRuleInput(given)}</p>
      )}
      <details className="border-t border-line py-[9px]">
        <summary className="cursor-pointer text-accent">Show {plural(given.length, "part")}</summary>
        <ol className="pt-1">
          {given.map((part, index) => (
            <Part key={index} part={part} />
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
          <Tag line title="Written by Boardroom">
            From Boardroom
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

/** Rules use the request and the company's records, not the surrounding text. */
function describeRuleInput(given: readonly GivenPart[]): string {
  const has = (kind: GivenPart["kind"]) => given.some((part) => part.kind === kind);
  const used = has("request") ? "the request and the company's records" : "the company's records";
  const unused = has("instructions") ? "The owner's instructions and the rest are" : "The rest is";
  return `Computed by rules from ${used}. ${unused} for a language model.`;
}
