import { type FormEvent, useState } from "react";
import type { Goal } from "#features/brain/goals/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { useDeleteGoal, useSaveGoal } from "./queries.ts";

/** As in the contract, whose schemas the browser does not load. */
const statuses = ["active", "completed", "paused", "cancelled"] as const;
const priorities = ["low", "medium", "high", "urgent"] as const;

type Result = { text: string; current: string; target: string };
const blank: Result = { text: "", current: "0", target: "100" };

/** Adds or edits a goal with its key results and blockers. */
export default function GoalForm({ goal, onClose }: { goal: Goal | null; onClose: () => void }) {
  const save = useSaveGoal(goal?.id ?? null);
  const remove = useDeleteGoal();
  const [description, setDescription] = useState(goal?.description ?? "");
  const [status, setStatus] = useState<Goal["status"]>(goal?.status ?? "active");
  const [priority, setPriority] = useState<Goal["priority"]>(goal?.priority ?? "medium");
  const [timeframe, setTimeframe] = useState(goal?.timeframe ?? "");
  const [progress, setProgress] = useState(String(goal?.progress ?? 0));
  const [results, setResults] = useState<Result[]>(
    (goal?.keyResults ?? []).map(({ text, current, target }) => ({
      text,
      current: String(current),
      target: String(target),
    })),
  );
  const [blockers, setBlockers] = useState<string[]>(goal?.blockers ?? []);
  const change = (at: number, to: Partial<Result>) =>
    setResults(results.map((one, place) => (place === at ? { ...one, ...to } : one)));
  const filled = results.filter(({ text }) => text.trim() !== "");
  const areNumbers = filled.every(
    ({ current, target }) =>
      current.trim() !== "" && target.trim() !== "" && Number.isFinite(Number(current) + Number(target)),
  );
  const isValid = description.trim() !== "" && areNumbers;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || save.isPending) return;
    save.mutate(
      {
        description: description.trim(),
        status,
        priority,
        timeframe: timeframe.trim() || null,
        ...(filled.length === 0 && { progress: Math.min(100, Math.max(0, Number(progress) || 0)) }),
        keyResults: filled.map(({ text, current, target }) => ({
          text: text.trim(),
          current: Number(current),
          target: Number(target),
        })),
        blockers: blockers.map((one) => one.trim()).filter(Boolean),
      },
      { onSuccess: onClose },
    );
  };
  const fault = save.error ?? remove.error;
  return (
    <Dialog title={goal ? "Edit goal" : "Add a goal"} onClose={onClose}>
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid gap-4">
          <TextField label="Goal" value={description} maxLength={2_000} required onText={setDescription} />
          <div className="grid gap-4 md:grid-cols-3">
            <SelectField label="Priority" value={priority} onText={(typed) => setPriority(typed as Goal["priority"])}>
              <Options of={priorities.map((one) => [one, sentenceCase(one)])} />
            </SelectField>
            <SelectField label="Status" value={status} onText={(typed) => setStatus(typed as Goal["status"])}>
              <Options of={statuses.map((one) => [one, sentenceCase(one)])} />
            </SelectField>
            <TextField label="Timeframe" aside="optional" value={timeframe} maxLength={100} onText={setTimeframe} />
          </div>
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-medium">Key results</legend>
            {results.map((result, at) => (
              <div key={at} className="grid grid-cols-2 items-end gap-2 md:grid-cols-[minmax(0,1fr)_88px_88px_auto]">
                <TextField
                  frame="col-span-2 md:col-span-1"
                  label="What is measured"
                  value={result.text}
                  maxLength={255}
                  onText={(typed) => change(at, { text: typed })}
                />
                <TextField
                  label="Now"
                  inputMode="decimal"
                  value={result.current}
                  onText={(typed) => change(at, { current: typed })}
                />
                <TextField
                  label="Target"
                  inputMode="decimal"
                  value={result.target}
                  onText={(typed) => change(at, { target: typed })}
                />
                <Button
                  look="quiet"
                  aria-label={`Remove key result ${at + 1}`}
                  onClick={() => setResults(results.filter((_, place) => place !== at))}
                >
                  Remove
                </Button>
              </div>
            ))}
            {results.length < 20 && (
              <Button small className="justify-self-start" onClick={() => setResults([...results, blank])}>
                Add key result
              </Button>
            )}
            {!areNumbers && <p className="text-xs text-danger">Write numbers for now and target.</p>}
          </fieldset>
          {filled.length === 0 && (
            <TextField
              label="Progress (%)"
              hint="With key results it is their mean."
              inputMode="numeric"
              value={progress}
              onText={setProgress}
            />
          )}
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-medium">Blockers</legend>
            {blockers.map((blocker, at) => (
              <div key={at} className="flex items-end gap-2">
                <TextField
                  frame="flex-1"
                  label={`Blocker ${at + 1}`}
                  value={blocker}
                  maxLength={255}
                  onText={(typed) => setBlockers(blockers.map((one, place) => (place === at ? typed : one)))}
                />
                <Button
                  look="quiet"
                  aria-label={`Remove blocker ${at + 1}`}
                  onClick={() => setBlockers(blockers.filter((_, place) => place !== at))}
                >
                  Remove
                </Button>
              </div>
            ))}
            {blockers.length < 20 && (
              <Button small className="justify-self-start" onClick={() => setBlockers([...blockers, ""])}>
                Add blocker
              </Button>
            )}
          </fieldset>
          <Problem of={fault} />
        </DialogBody>
        <DialogFoot>
          {goal && (
            <Button
              look="destructive"
              pending={remove.isPending}
              onClick={() => remove.mutate(goal.id, { onSuccess: onClose })}
            >
              Delete goal
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isValid} pending={save.isPending}>
            {goal ? "Save goal" : "Add goal"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
