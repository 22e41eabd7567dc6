import { HandOn } from "#ui/kit/hand-on.tsx";
import { Link } from "wouter";
import { type FormEvent, Fragment, type ReactNode, useState } from "react";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type BrainAnswer, queryBrain } from "#features/brain/contract.ts";
import { SilentSources } from "#features/records/web/source-note.tsx";
import { plural, shortDate, words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { NextSteps } from "#ui/kit/next-steps.tsx";
import { LineText } from "#ui/kit/report-line.tsx";
import { Section } from "#ui/kit/section.tsx";
import { FactList } from "./fact-list.tsx";
import { Marking } from "./marking.tsx";
import { Origin } from "./origin.tsx";
import { useAsk } from "./queries.ts";

/** The question, and the answer with its sources. */
type Props = { onEntity: (id: string) => void; planOf: (id: string) => ReactNode };

export function AskBrain({ onEntity, planOf }: Props) {
  const [question, setQuestion] = useState("");
  const [asked, setAsked] = useState("");
  const ask = useAsk();
  const may = useMay(queryBrain);
  const isEmpty = question.trim() === "";
  const send = (text: string) => {
    setAsked(text);
    ask.mutate(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !ask.isPending && may) send(question.trim());
  };
  return (
    <Section title="Ask the Brain">
      <form onSubmit={submit} className="flex flex-col gap-2 md:flex-row">
        <input
          aria-label="Question"
          placeholder="Which suppliers raised prices since June?"
          value={question}
          maxLength={2_000}
          disabled={!may}
          title={may ? undefined : onlyWho(queryBrain, "ask")}
          onChange={({ target }) => setQuestion(target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.shiftKey && event.preventDefault()}
          className="control-edge h-10 min-w-0 flex-none md:flex-1 px-2.5 text-lg placeholder:text-ink-3 md:text-base"
        />
        <Button type="submit" look="primary" disabled={isEmpty || !may} pending={ask.isPending} className="h-10!">
          Ask
        </Button>
      </form>
      <div aria-live="polite">
        {ask.data?.known && ask.data.reply ? (
          <FromRows reply={ask.data.reply} onAsk={send} planOf={planOf} />
        ) : (
          ask.data && (
            <>
              <AnswerPanel answer={ask.data} onEntity={onEntity} onMarked={() => asked && ask.mutate(asked)} />
              {ask.data.reply && <NextSteps of={ask.data.reply.followUps} onAsk={send} />}
            </>
          )
        )}
      </div>
    </Section>
  );
}

type Reply = NonNullable<BrainAnswer["reply"]>;
type RowsProps = Pick<Props, "planOf"> & { reply: Reply; onAsk: (text: string) => void };

/** An answer from rows and figures, or the plan of a command. */
const FromRows = ({ reply: { line, figures, followUps, planId }, onAsk, planOf }: RowsProps) => (
  <section aria-label="Answer" className="mt-4 grid gap-2">
    <p className="max-w-[70ch] text-lg leading-7 text-pretty wrap-anywhere">
      <LineText line={line} figures={new Map(figures.map((figure) => [figure.id, figure]))} />
    </p>
    {planId && planOf(planId)}
    <NextSteps of={followUps} onAsk={onAsk} />
  </section>
);

type PanelProps = { answer: BrainAnswer; onEntity: (id: string) => void; onMarked: () => void };

function AnswerPanel({ answer, onEntity, onMarked }: PanelProps) {
  const { confidence, nearest, sentences, sources, suggestedActions, relatedEntities, facts } = answer;
  const { timeZone } = useCompany();
  const [oldest] = sources.map(({ passage }) => passage.happenedAt).sort();
  return (
    <section aria-label="Answer" data-hand-on className="mt-4">
      <p className="max-w-[70ch] text-lg leading-7 text-pretty wrap-anywhere">
        {sentences.length === 0
          ? answer.answer
          : sentences.map(({ text, sources: cited }, at) => (
              <Fragment key={at}>
                {text}{" "}
                {cited.map((place) => (
                  <a
                    key={place}
                    href={`#source-${place + 1}`}
                    className="mr-1 rounded-badge bg-accent-wash px-1.5 text-xs font-medium"
                    aria-label={`Source ${place + 1}`}
                  >
                    {place + 1}
                  </a>
                ))}
              </Fragment>
            ))}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-3">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden>Confidence</span>
          <Confidence value={confidence} />
        </span>
        {nearest && (
          <span>
            Nearest: <Link href={nearest.href}>{nearest.label}</Link>
          </span>
        )}
        {oldest && (
          <span>
            {plural(sources.length, "passage")} cited, the oldest from {shortDate(oldest, timeZone)}
          </span>
        )}
        <HandOn small name="Answer of the Company Brain" />
      </p>
      {sources.some(({ passage }) => passage.sourceType === "document") && <SilentSources of={["documents"]} />}
      {sources.length > 0 && (
        <ol aria-label="Sources" className="mt-3">
          {sources.map(({ type, content, relevance, passage }, at) => (
            <li
              key={passage.id}
              id={`source-${at + 1}`}
              className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-t border-line py-3 md:grid-cols-[24px_minmax(0,1fr)_auto]"
            >
              <span className="num h-fit rounded-badge bg-accent-wash text-center text-xs leading-5 font-medium text-accent">
                {at + 1}
              </span>
              <div className="min-w-0">
                <p className="whitespace-pre-line wrap-anywhere">{content}</p>
                <p className="mt-1 flex flex-wrap items-center gap-x-2">
                  <Origin passage={passage} /> <span className="text-sm text-ink-3">{words(type)}</span>
                </p>
              </div>
              <div className="col-start-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-3 md:col-start-3 md:flex-col md:items-end">
                <span>
                  relevance <span className="num font-medium text-ink">{relevance.toFixed(2)}</span>
                </span>
                <Marking
                  kind="passage"
                  id={passage.id}
                  mark={passage.mark}
                  isDoubtful={passage.isDoubtful}
                  name={`source ${at + 1}`}
                  onMarked={onMarked}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <FactList facts={facts} onMarked={onMarked} />
      <div className="mt-3 grid gap-x-8 gap-y-4 border-t border-line pt-3 md:grid-cols-2">
        <div>
          <h3 className="text-sm font-medium">Suggested actions</h3>
          {suggestedActions.length === 0 ? (
            <p className="mt-1 text-sm text-ink-3">None</p>
          ) : (
            <ul className="mt-1 list-disc pl-4 text-sm">
              {suggestedActions.map((action) => (
                <li key={action}>{action}</li>
              ))}
            </ul>
          )}
        </div>
        <div>
          <h3 className="text-sm font-medium">Related entities</h3>
          {relatedEntities.length === 0 ? (
            <p className="mt-1 text-sm text-ink-3">None</p>
          ) : (
            <ul className="mt-2 flex flex-wrap gap-2">
              {relatedEntities.map(({ id, name, type }) => (
                <li key={id}>
                  <Button small onClick={() => onEntity(id)} className="max-w-full">
                    <span className="truncate">{name}</span>{" "}
                    <span className="font-normal text-ink-3">{words(type)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}
