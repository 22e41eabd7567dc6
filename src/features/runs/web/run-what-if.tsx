import { useState } from "react";
import type { RunPage } from "#features/runs/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check, TextArea, TextField } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useTryAgain } from "./queries.ts";

const marks = { same: " ", added: "+", removed: "−" } as const;
const looks = { same: "text-ink-2", added: "bg-success-wash text-ink", removed: "bg-danger-wash text-ink" } as const;

/** Repeats a finished run with another model, other instructions or fewer actions, and compares the results. */
export default function WhatIf({ run }: { run: RunPage["run"] }) {
  const recorded = run.given?.find(({ kind }) => kind === "instructions")?.text ?? "";
  const used = [...new Map(run.steps.flatMap(({ action, title }) => (action ? [[action, title]] : [])))];
  const [isOpen, setOpen] = useState(false);
  const [model, setModel] = useState("");
  const [instructions, setInstructions] = useState(recorded);
  const [without, setWithout] = useState<readonly string[]>([]);
  const trial = useTryAgain(run.id);
  const { data } = trial;
  if (!isOpen)
    return (
      <Section title="What if">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5">
          <p className="min-w-0 flex-1 text-sm text-ink-2">
            Work on it again with another model, other instructions or fewer actions: nothing follows.
          </p>
          <Button small onClick={() => setOpen(true)}>
            Change and try
          </Button>
        </div>
      </Section>
    );
  return (
    <Section title="What if" note="nothing follows from it">
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line py-3"
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate({
            model: model.trim() || null,
            instructions: instructions === recorded ? null : instructions,
            withoutActions: [...without],
          });
        }}
      >
        <TextField
          label="Model"
          aside="optional"
          placeholder={run.engine === "rules" ? "The model of this purpose" : run.engine.replace(/^[^/]*\//, "")}
          value={model}
          onText={setModel}
        />
        <TextArea label="Instructions" aside="optional" rows={2} value={instructions} onText={setInstructions} />
        {used.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-medium">Policy</legend>
            {used.map(([action, title]) => (
              <Check
                key={action}
                label={`May use: ${title}`}
                checked={!without.includes(action)}
                onChange={({ target }) =>
                  setWithout(target.checked ? without.filter((one) => one !== action) : [...without, action])
                }
              />
            ))}
          </fieldset>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" look="primary" pending={trial.isPending}>
            Try again
          </Button>
          <p className="min-w-0 flex-1 basis-48 text-sm text-ink-3">
            Model calls are paid and count against the budget.
          </p>
        </div>
      </form>
      {data && (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line py-3">
          <p className="num text-sm wrap-anywhere whitespace-normal">
            <strong className="font-medium">{data.engine}</strong>, {(data.milliseconds / 1_000).toFixed(1)} s,{" "}
            {data.cost.usd === null ? "cost unknown" : `US$${data.cost.usd.toFixed(4)}`};{" "}
            {plural(data.steps.after.length, "step")}, before {data.steps.before.length}.
            {data.sentence && ` ${data.sentence}`}
          </p>
          {data.lines.every(({ change }) => change === "same") ? (
            <p>Same result as recorded.</p>
          ) : (
            <ul className="rounded-control border border-line text-sm" aria-label="Difference">
              {data.lines.map(({ change, text }, at) => (
                <li key={at} className={`flex gap-2 px-3 py-1 wrap-anywhere ${looks[change]}`}>
                  <span aria-label={{ same: "Same", added: "New", removed: "Recorded" }[change]}>{marks[change]}</span>
                  <span className="min-w-0 flex-1">{text}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  );
}
