import { HandOn } from "#ui/kit/hand-on.tsx";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { Bringing, LineText } from "#ui/kit/report-line.tsx";
import { acceptPlan, type Plan } from "#features/plans/contract.ts";
import { dateAndTime, exactTime, plural, shortMoment } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useAcceptPlan, useDiscardPlan, useUndoPlan } from "./queries.ts";

/** The executive summary, and what is missing for more. */
export function Summary({ plan }: { plan: Plan }) {
  const { timeZone } = useCompany();
  const figures = new Map(plan.figures.map((figure) => [figure.id, figure]));
  return (
    <Section
      title={plan.isAnswer ? "Answer" : "Executive summary"}
      note={`${plan.isAnswer ? "answered" : "planned"} by ${plan.engine}, ${shortMoment(plan.createdAt, timeZone)}`}
      actions={<HandOn small name={plan.prompt} />}
    >
      <p className="mb-2 max-w-[75ch] text-sm wrap-anywhere text-ink-2">{plan.prompt}</p>
      <p className="max-w-[68ch] text-lg leading-6 text-pretty">
        <LineText line={plan.line} figures={figures} />
      </p>
      {plan.missing.map(({ what, needed, href }) => (
        <p key={what} className="mt-2 text-ink-2">
          <Bringing needed={needed} href={href} />
        </p>
      ))}
    </Section>
  );
}

const rowClass = "flex items-baseline justify-between gap-4 border-t border-line py-2 text-sm";

/** What accepting creates, with the buttons that accept or discard. */
export function AcceptCard({ plan }: { plan: Plan }) {
  const { timeZone } = useCompany();
  const may = useMay(acceptPlan);
  const accept = useAcceptPlan();
  const discard = useDiscardPlan();
  const undo = useUndoPlan();
  const kept = <Row extends { isDropped: boolean }>(rows: readonly Row[]) => rows.filter(({ isDropped }) => !isDropped);
  const tasks = kept(plan.tasks);
  const initiatives = kept(plan.initiatives);
  const own = <Row extends { isLinked: boolean }>(rows: readonly Row[]) => rows.filter(({ isLinked }) => !isLinked);
  const linked = tasks.length + initiatives.length - own(tasks).length - own(initiatives).length;
  const all = [...plan.tasks, ...plan.initiatives, ...plan.proposals, ...plan.recommendations];
  const dropped = all.filter(({ isDropped }) => isDropped).length;
  const rows: [string, string][] = [
    ["Creates", `${plural(own(tasks).length, "task")}, ${plural(own(initiatives).length, "initiative")}`],
    ...(linked > 0 ? [["Links", `${plural(linked, "open row")}`] as [string, string]] : []),
    ["Proposes", kept(plan.proposals).length === 0 ? "nothing" : `${kept(plan.proposals).length} for your approval`],
    ...(dropped > 0 ? [["Dropped", plural(dropped, "part")] as [string, string]] : []),
    ["Sends", "nothing"],
  ];
  if (plan.status !== "proposed")
    return (
      <section aria-label={`Plan ${plan.status}`} className="rounded-card border border-line-strong bg-surface p-4">
        <h2 className="text-lg font-semibold">Plan {plan.status}</h2>
        <p className="mt-0.5 text-ink-2">
          {plan.acceptedAt
            ? `On ${dateAndTime(plan.acceptedAt, timeZone)}.`
            : "Its tasks that had not started were cancelled. Send the command again for a new plan."}
        </p>
        {plan.status === "accepted" &&
          (plan.undoFault ? (
            <p className="mt-2 text-sm text-ink-3">{plan.undoFault}.</p>
          ) : (
            may && (
              <Button className="mt-3" pending={undo.isPending} onClick={() => undo.mutate(plan.id)}>
                Undo
              </Button>
            )
          ))}
      </section>
    );
  return (
    <section aria-label="Accept this plan?" className="rounded-card border border-line-strong bg-surface p-4">
      <h2 className="mb-2.5 text-lg font-semibold">Accept this plan?</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className={rowClass}>
            <dt className="text-ink-2">{name}</dt>
            <dd className="num text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {may && (
        <div
          data-foot
          className="fixed inset-x-0 bottom-14 z-10 grid grid-cols-[1fr_2fr] gap-2 border-t border-line-strong bg-surface px-4 py-2.5 md:static md:border-0 md:px-0"
        >
          <Button className="h-11! md:h-control!" pending={discard.isPending} onClick={() => discard.mutate(plan)}>
            Discard
          </Button>
          <Button
            look="primary"
            className="h-11! md:h-control!"
            pending={accept.isPending}
            onClick={() => accept.mutate(plan)}
          >
            Accept plan
          </Button>
        </div>
      )}
      <p className="text-xs text-ink-3">
        You can undo it until the first task starts. It expires on {exactTime(plan.expiresAt, timeZone)}.
      </p>
    </section>
  );
}
