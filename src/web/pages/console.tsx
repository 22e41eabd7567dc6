import { type FormEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { useCompany, useMay, onlyWho } from "#features/accounts/web/queries.ts";
import { executeCommand } from "#features/plans/contract.ts";
import { EarlierPlans } from "#features/plans/web/earlier-plans.tsx";
import { AcceptCard, Summary } from "#features/plans/web/plan-answer.tsx";
import { PlanInitiatives, PlanProposals, PlanRecommendations, PlanTasks } from "#features/plans/web/plan-parts.tsx";
import { useExecute, usePlan, usePlans } from "#features/plans/web/queries.ts";
import { sentenceOf } from "#ui/api.ts";
import { useDraft } from "#ui/draft.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

/** As in the contract, whose schema the browser does not load. */
const minLength = 10;
const maxLength = 2_000;

/** A command becomes a plan, which a person edits, accepts or discards. The plan shown is in the address. */
export default function ConsolePage() {
  const [search, setSearch] = useSearchParams();
  const { name } = useCompany();
  const may = useMay(executeCommand);
  const [prompt, setPrompt] = useDraft("command");
  const [fault, setFault] = useState<string>();
  const { data: pages, error, hasNextPage, isFetchingNextPage, fetchNextPage } = usePlans();
  const data = pages?.pages[0];
  const plans = pages?.pages.flatMap((page) => page.plans) ?? [];
  const examples = data?.examples ?? [];
  const waiting = plans.filter(({ status }) => status === "proposed");
  const id = search.get("plan");
  const plan = usePlan(id);
  const execute = useExecute((made) => setSearch({ plan: made.id }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (prompt.trim().length < minLength) return setFault(`Command must be at least ${minLength} characters`);
    execute.mutate(prompt.trim(), { onError: (cause) => setFault(sentenceOf(cause)) });
  };
  const use = (example: string) => {
    setPrompt(example);
    setFault(undefined);
  };
  const shown = plan.data;
  return (
    <Page title="Company Command Console">
      <PageHead title="Company Command Console">
        {name}.{" "}
        {data &&
          data.waiting > 0 &&
          `${plural(data.waiting, "plan")} ${data.waiting === 1 ? "is" : "are"} ready to accept.`}
      </PageHead>
      <div className={shown?.status === "proposed" ? "pb-16 md:pb-0" : undefined}>
        <Columns
          main={
            <>
              <Section title="Command" note={`at least ${minLength} characters`}>
                <form noValidate onSubmit={submit} className="grid gap-2">
                  <TextArea
                    label={<span className="sr-only">Command</span>}
                    rows={3}
                    maxLength={maxLength}
                    value={prompt}
                    placeholder="What should happen?"
                    error={fault}
                    disabled={!may}
                    onChange={({ target }) => {
                      setPrompt(target.value);
                      setFault(undefined);
                    }}
                    onKeyDown={(event) => {
                      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
                    }}
                  />
                  <div className="flex items-center gap-3">
                    <span className="text-sm text-ink-3">
                      {may ? "Nothing starts until you accept the plan." : onlyWho(executeCommand, "send commands")}
                    </span>
                    {may && (
                      <Button
                        type="submit"
                        look={shown ? "plain" : "primary"}
                        className="ml-auto"
                        pending={execute.isPending}
                      >
                        Create plan
                      </Button>
                    )}
                  </div>
                </form>
              </Section>
              {id !== null && plan.error && <Fault error={plan.error} what="The plan could not be loaded" />}
              {id !== null && !shown && !plan.error && <SkeletonRows rows={6} tall />}
              {shown && (
                <>
                  <Summary plan={shown} />
                  {shown.examples.length > 0 && (
                    <Section title={shown.isAnswer ? "Ask next" : "Commands that give a plan"}>
                      <Examples examples={shown.examples} onUse={use} />
                    </Section>
                  )}
                  <PlanTasks plan={shown} />
                  <PlanInitiatives plan={shown} />
                  <PlanProposals plan={shown} />
                  <PlanRecommendations plan={shown} />
                </>
              )}
              {id === null && data && (
                <Empty
                  title={waiting.length > 0 ? "A plan needs your decision" : "No plan yet"}
                  actions={
                    waiting[0] ? (
                      <Button onClick={() => setSearch({ plan: waiting[0]?.id ?? "" })}>Open the plan</Button>
                    ) : (
                      examples[0] && may && <Button onClick={() => use(examples[0] ?? "")}>Use an example</Button>
                    )
                  }
                >
                  {waiting[0]
                    ? waiting[0].prompt
                    : "Write what should happen. The plan names your own records, and nothing starts before you accept it."}
                </Empty>
              )}
            </>
          }
          rail={
            <>
              {shown && shown.status !== "empty" && <AcceptCard plan={shown} />}
              {error && <Fault error={error} what="Earlier plans could not be loaded" />}
              {examples.length > 0 && (
                <Section title="Example commands" note={examples.length}>
                  <Examples examples={examples} onUse={use} />
                </Section>
              )}
              <EarlierPlans
                plans={plans}
                shown={shown?.id ?? null}
                onOlder={hasNextPage ? () => void fetchNextPage() : null}
                isLoading={isFetchingNextPage}
              />
            </>
          }
        />
      </div>
    </Page>
  );
}

const Examples = ({ examples, onUse }: { examples: readonly string[]; onUse: (example: string) => void }) => (
  <ul>
    {examples.map((example) => (
      <li key={example} className="border-t border-line">
        <button
          type="button"
          className="min-h-row w-full py-1.5 text-left text-ink-2 hover:text-ink"
          onClick={() => onUse(example)}
        >
          {example}
        </button>
      </li>
    ))}
  </ul>
);
