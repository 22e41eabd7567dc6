import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Input } from "#contract/endpoint.ts";
import type { saveModelAccount } from "#features/models/contract.ts";
import { listTrialQuestions, type ModelTrial as Trial, tryModelAccount } from "#features/models/trial/contract.ts";
import { call, sentenceOf } from "#ui/api.ts";
import { Button, Spinner } from "#ui/kit/button.tsx";
import { LineText } from "#ui/kit/report-line.tsx";

type Account = Input<typeof saveModelAccount>["body"];
type Shown = { question: string; trial: Trial | null };
type Props = {
  account: Account;
  disabled?: boolean;
  /** Controls before the button. */
  children?: ReactNode;
};

const wanted = 3;

/** Answers the owner's own questions by rules and with a model that is not connected, one after the other. */
export default function ModelTrial({ account, disabled = false, children }: Props) {
  /** What is tried, so that nothing of another account is shown. */
  const tried = JSON.stringify(account);
  const [{ of, shown }, setState] = useState<{ of: string; shown: readonly Shown[] }>({ of: "", shown: [] });
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), [tried]);
  const run = useMutation({
    async mutationFn() {
      const { signal } = (leaving.current = new AbortController());
      const done: Shown[] = [];
      const show = (...more: Shown[]) => signal.aborted || setState({ of: tried, shown: [...done, ...more] });
      show();
      try {
        const questions = await call(listTrialQuestions, {}, signal);
        for (const question of questions) {
          show({ question, trial: null });
          done.push({ question, trial: await call(tryModelAccount, { body: { ...account, question } }, signal) });
          // What does not reply to one question would keep the others waiting in vain.
          if (done.at(-1)?.trial?.replied === false) break;
        }
      } finally {
        show();
      }
      return done.length;
    },
  });
  const isCurrent = of === tried;
  const isPending = isCurrent && run.isPending;
  return (
    <div className="@container grid gap-2.5">
      <div className="flex flex-wrap gap-2">
        {children}
        <Button pending={isPending} disabled={disabled} onClick={() => run.mutate()}>
          See what it adds
        </Button>
      </div>
      <p className="text-sm text-ink-3" role="status">
        {isPending
          ? `Answering question ${Math.max(1, shown.length)} of ${wanted}. Each takes at most 2 minutes.`
          : isCurrent && run.data === 0
            ? "Create the workforce first: your agents answer the questions."
            : "Three of your questions, answered by rules and by the model. Nothing is connected yet."}
      </p>
      {isCurrent && run.error && (
        <p role="alert" className="text-sm text-danger">
          {sentenceOf(run.error)}
        </p>
      )}
      {isCurrent && shown.length > 0 && (
        <ol aria-label="What it adds">
          {shown.map(({ question, trial }) => (
            <li key={question} className="grid gap-2 border-t border-line py-3">
              <p className="font-medium wrap-anywhere">{question}</p>
              {trial ? <Answers trial={trial} /> : <Spinner />}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const Answers = ({ trial: { rules, model, sentence, engine, milliseconds } }: { trial: Trial }) => (
  <dl className="grid gap-3 @lg:grid-cols-2 @lg:gap-5">
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">Rules{rules.answered ? "" : ", no answer"}</dt>
      <dd className={rules.answered ? "wrap-anywhere" : "wrap-anywhere text-ink-2"}>
        <Text of={rules} />
      </dd>
    </div>
    <div className="min-w-0">
      <dt className="text-xs wrap-anywhere text-ink-3">
        {engine.slice(engine.indexOf("/") + 1)}
        {model?.answered ? `, ${(milliseconds / 1_000).toFixed(1)} s` : ", no answer"}
      </dt>
      <dd className={model?.answered ? "wrap-anywhere" : "wrap-anywhere text-ink-2"}>
        {model ? <Text of={model} /> : sentence}
      </dd>
    </div>
  </dl>
);

const Text = ({ of: { line, figures } }: { of: Trial["rules"] }) => (
  <LineText line={line} figures={new Map(figures.map((figure) => [figure.id, figure]))} />
);
