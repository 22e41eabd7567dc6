import { Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link } from "wouter";
import type { CompanyDetails } from "#features/setup/company/contract.ts";
import { periodNamed } from "#features/setup/company/period.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { isStale, Stale } from "#ui/kit/stale.tsx";
import { refresh } from "#ui/query.ts";
import { useSetTargets } from "./company-queries.ts";

/** A goal as entered in the form. */
type GoalDraft = {
  key: string;
  text: string;
  metric: string;
  target: string;
  date: string;
  isTracked: boolean;
};

const toDraft = (goal: CompanyDetails["targets"][number]): GoalDraft => ({
  key: goal.text,
  text: goal.text,
  metric: goal.metric?.replaceAll("_", " ") ?? "",
  target: goal.target === null ? "" : String(goal.target),
  date: goal.date ?? "",
  isTracked: goal.isTracked,
});

const nameOf = (metric: string): string =>
  metric
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");

/** The period that the goal's text names. */
const periodOf = ({ text, date }: GoalDraft) => periodNamed({ text, date: date || null });

/** What a goal still needs before it can be tracked; null if nothing. */
function missingIn({ metric, target, date }: GoalDraft): string | null {
  const missing = [!metric && "metric", !target && "target", !date && "date"].filter((each) => each !== false);
  return missing.length === 0 ? null : `To track it, add: ${missing.join(", ")}`;
}

/** Lets people correct the metric, target and date read from each goal. */
export function GoalTargets({ details, mayEdit }: { details: CompanyDetails; mayEdit: boolean }) {
  const [shown, setShown] = useState(details);
  const [goals, setGoals] = useState(() => details.targets.map(toDraft));
  const save = useSetTargets();
  const load = (loaded: CompanyDetails): void => {
    setShown(loaded);
    setGoals(loaded.targets.map(toDraft));
  };
  const isEdited = JSON.stringify(goals) !== JSON.stringify(shown.targets.map(toDraft));
  // Unsaved edits stay, even if someone else has saved in the meantime.
  if (shown.targets !== details.targets && !isEdited) load(details);
  const metricList = useId();
  const change = (key: string, part: Partial<GoalDraft>): void =>
    setGoals((all) => all.map((goal) => (goal.key === key ? { ...goal, ...part, isTracked: false } : goal)));
  const add = (): void =>
    setGoals((all) => [
      ...all,
      { key: crypto.randomUUID(), text: "", metric: "", target: "", date: "", isTracked: false },
    ]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    const targets = goals.map(({ text, metric, target, date }) => ({
      text,
      metric: nameOf(metric) || null,
      target: target === "" ? null : Number(target),
      date: date || null,
    }));
    save.mutate(
      { targets, version: shown.targetsVersion },
      { onSuccess: load, onError: (error) => void (isStale(error) && refresh("company")) },
    );
  };
  return (
    <Section
      title="Goals to track"
      note="the total to reach over the month, quarter or year that ends on the date"
      actions={
        mayEdit &&
        goals.length > 0 && (
          <Button small look="quiet" onClick={add}>
            Add goal
          </Button>
        )
      }
    >
      {goals.length === 0 && details.targets.length === 0 ? (
        <Empty title="No goals yet" actions={mayEdit && <Button onClick={add}>Add goal</Button>}>
          Metric, target and date are read from your saved goals. Check them here so that agents can track progress.
        </Empty>
      ) : (
        <form noValidate onSubmit={submit}>
          <fieldset disabled={!mayEdit}>
            <ul>
              {goals.map((goal) => (
                <li key={goal.key} className="border-t border-line py-3">
                  <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-[minmax(0,1fr)_9rem_8rem_9rem_auto]">
                    <TextField
                      label="Goal"
                      frame="col-span-2 md:col-span-1"
                      value={goal.text}
                      onText={(typed) => change(goal.key, { text: typed })}
                    />
                    <TextField
                      label="Metric"
                      list={metricList}
                      value={goal.metric}
                      onText={(typed) => change(goal.key, { metric: typed })}
                    />
                    <TextField
                      label="Target"
                      type="number"
                      inputMode="decimal"
                      step="any"
                      value={goal.target}
                      onText={(typed) => change(goal.key, { target: typed })}
                    />
                    <TextField
                      label="Date"
                      type="date"
                      value={goal.date}
                      onText={(typed) => change(goal.key, { date: typed })}
                    />
                    {mayEdit && (
                      <Button
                        look="quiet"
                        aria-label={`Remove goal ${goal.text}`}
                        className="mt-6"
                        onClick={() => setGoals((all) => all.filter(({ key }) => key !== goal.key))}
                      >
                        <Trash2 size={15} strokeWidth={1.75} aria-hidden />
                      </Button>
                    )}
                  </div>
                  <p className="mt-1.5 text-xs text-ink-3">
                    {periodOf(goal) && `Period: the ${periodOf(goal)} that ends on this date. `}
                    {goal.isTracked ? (
                      <>
                        Tracked.{" "}
                        <Link href={`/records/figures/${nameOf(goal.metric)}_target`} className="underline">
                          See the figure
                        </Link>
                      </>
                    ) : (
                      (missingIn(goal) ?? "Not tracked yet: check it and press Track goals")
                    )}
                  </p>
                </li>
              ))}
            </ul>
            <datalist id={metricList}>
              {details.metrics.map((metric) => (
                <option key={metric}>{metric.replaceAll("_", " ")}</option>
              ))}
            </datalist>
            {isStale(save.error) && save.error && (
              <Stale
                error={save.error}
                onLoad={
                  details.targetsVersion === shown.targetsVersion ? undefined : () => (save.reset(), load(details))
                }
              />
            )}
            {mayEdit && (
              <div className="flex justify-end border-t border-line pt-3">
                <Button type="submit" pending={save.isPending}>
                  {save.isPending ? "Saving..." : "Track goals"}
                </Button>
              </div>
            )}
          </fieldset>
        </form>
      )}
    </Section>
  );
}
