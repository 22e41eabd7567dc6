import { shortDay } from "#contract/format.ts";
import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { answerOf, type Part } from "./answer.ts";
import { formatRows } from "./values.ts";
import { measureOf } from "./words.ts";

type Props = { subject: QuerySubject; result: QueryResult };

/** The answer as a sentence: its first clause stands out, and every figure says where it comes from. */
export function AnswerLine({ subject, result }: Props) {
  const { lead, rest } = answerOf(subject, result);
  const shown = (part: Part, at: number) =>
    typeof part === "string" ? (
      part
    ) : (
      <AskMe
        key={at}
        title={part.of}
        rows={[
          ["Measure", measureOf(subject, result)],
          ...(part.rows === null ? [] : [["From", formatRows(part.rows, subject)] as const]),
          ["As of", shortDay(result.asOf)],
        ]}
      >
        <span className="tabular-nums">{part.text}</span>
      </AskMe>
    );
  return (
    <p role="status" className="max-w-[68ch] text-lg text-pretty text-ink-2">
      <strong className="font-semibold text-ink">{lead.map(shown)}</strong> {rest.map(shown)}
    </p>
  );
}
