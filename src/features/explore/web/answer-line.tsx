import { shortDay } from "#contract/format.ts";
import type { ReactNode } from "react";
import { exploreHref, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { SourceNote } from "#features/records/web/source-note.tsx";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { answerOf, type Figure, type Part } from "./answer.ts";
import { formatRows } from "./values.ts";
import { measureOf } from "./words.ts";

type Props = { subject: QuerySubject; result: QueryResult };

/** The answer as a sentence: the first clause is emphasized, every figure links to its source. */
export function AnswerLine({ subject, result }: Props) {
  const { lead, rest } = answerOf(subject, result);
  const figure = ({ text, of, rows }: Figure) => (
    <AskMe
      title={of}
      rows={[
        ["Measure", measureOf(subject, result)],
        ...(rows === null ? [] : [["From", formatRows(rows, subject)] as const]),
        ["As of", shortDay(result.asOf)],
      ]}
    >
      <span className="tabular-nums">{text}</span>
    </AskMe>
  );
  return (
    <p role="status" className="max-w-[68ch] text-lg text-pretty text-ink-2">
      <strong className="font-semibold text-ink">
        <Parts parts={lead} figure={figure} />
      </strong>{" "}
      <Parts parts={rest} figure={figure} />
      <SourceNote hrefs={[exploreHref(result.query)]} isLive />
    </p>
  );
}

/** Punctuation that must not wrap away from the figure before it. */
const closing = /^[.,;:)]+/;
const opening = /\($/;

function Parts({ parts, figure }: { parts: readonly Part[]; figure: (part: Figure) => ReactNode }) {
  return parts.map((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    if (typeof part === "string") {
      const start = typeof before === "object" ? part.replace(closing, "") : part;
      return typeof after === "object" ? start.replace(opening, "") : start;
    }
    return (
      <span key={at} className="whitespace-nowrap">
        {typeof before === "string" && opening.exec(before)?.[0]}
        {figure(part)}
        {typeof after === "string" && closing.exec(after)?.[0]}
      </span>
    );
  });
}
