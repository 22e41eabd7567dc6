import type { Question } from "#features/imports/contract.ts";
import { plural } from "#ui/format.ts";
import { Select } from "#ui/kit/field.tsx";
import type { Choices } from "./queries.ts";

type Answers = NonNullable<Choices["answers"]>;
type Props = { questions: readonly Question[]; onAnswer: (answers: Answers) => void };

/** What is asked about a file: a choice each, or one per unknown word. What is open comes first. */
export function Questions({ questions, onAnswer }: Props) {
  if (questions.length === 0) return null;
  const rank = ({ items }: Question) => (items.some(({ answer }) => answer === null) ? 0 : 1);
  return (
    <ul aria-label="Questions" className="grid grid-cols-1 gap-3">
      {questions
        .toSorted((one, other) => rank(one) - rank(other))
        .map((question) => (
          <li
            key={question.id}
            className={`grid grid-cols-1 gap-1.5 border-l-2 pl-3 text-sm ${rank(question) === 0 ? "border-warning" : "border-line"}`}
          >
            <p className="font-medium text-pretty">{question.sentence}</p>
            {question.items.map((item) => (
              <Item key={item.item} question={question} item={item} onAnswer={onAnswer} />
            ))}
          </li>
        ))}
    </ul>
  );
}

type ItemProps = { question: Question; item: Question["items"][number]; onAnswer: Props["onAnswer"] };

function Item({ question, item: { item, count, answer, because }, onAnswer }: ItemProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {item !== "" && (
        <span className="min-w-0 basis-56 wrap-anywhere">
          {item} <span className="text-ink-3">{plural(count, "line")}</span>
        </span>
      )}
      <Select
        aria-label={item === "" ? question.sentence : `${question.column ?? "File"}: ${item}`}
        className="h-9 md:h-control-sm"
        value={answer ?? ""}
        onChange={(event) => onAnswer([{ question: question.id, item, answer: event.target.value }])}
      >
        {answer === null && <option value="">Choose</option>}
        {question.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {because && <span className="text-ink-3">{because}</span>}
    </div>
  );
}
