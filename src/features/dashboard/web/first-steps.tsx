import { Check, FlaskConical, Pencil, Table2, Upload, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Endpoint } from "#contract/endpoint.ts";
import { whoMay } from "#contract/roles.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { zoneTime } from "#features/accounts/web/time-zones.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { openImport } from "#features/imports/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { setupAgents } from "#features/setup/contract.ts";
import { useInitializeAgents } from "#features/setup/web/queries.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { refreshAll } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { FirstProposal } from "./first-proposal.tsx";

type Step = {
  title: string;
  text: string;
  done: boolean;
  action: (current: boolean) => ReactNode;
  doneAction?: ReactNode;
};
type Props = {
  dashboard: Dashboard;
  onLocale: () => void;
  onSetup: () => void;
  /** After all agents were created at once. */
  onCreated: () => void;
  onImport: () => void;
  onType: () => void;
};

const icon = { size: 15, strokeWidth: 1.75, "aria-hidden": true } as const;
const textButton = "inline-flex min-h-6 items-center rounded-badge text-sm font-medium text-accent hover:underline";
const look = (current: boolean) => (current ? "primary" : "plain");

/** Four steps from an empty company to a first decision; the current one has the primary button. */
export function FirstSteps({ dashboard, onLocale, onSetup, onCreated, onImport, onType }: Props) {
  const { firstSteps: done, agents } = dashboard;
  const { name, currency, timeZone } = useCompany();
  const mayLocale = useMay(setLocale);
  const maySetup = useMay(setupAgents);
  const mayPropose = useMay(makeDecision);
  const mayImport = useMay(openImport);
  const mayAdd = useMay(addSamples);
  const initialize = useInitializeAgents(onCreated);
  const samples = useSend(addSamples, null, { failed: "Sample data", settled: () => refreshAll() });
  const steps: Step[] = [
    {
      title: "Set up the company",
      text: `${name}, figures in ${currency}, ${zoneTime(timeZone)}.`,
      done: done.company,
      action: () => null,
      doneAction: mayLocale && (
        <>
          <Link href="/company-setup" className={textButton}>
            Industry and goals
          </Link>
          <button type="button" aria-label="Change currency and time zone" onClick={onLocale} className={textButton}>
            Change
          </button>
        </>
      ),
    },
    {
      title: "Create the workforce",
      text: "Choose agents and set what each may decide and spend, or create all eight with defaults.",
      done: done.workforce,
      action: (current) =>
        maySetup ? (
          <>
            <Button look={look(current)} onClick={onSetup}>
              <Users {...icon} /> Setup AI Workforce
            </Button>
            <Button pending={initialize.isPending} onClick={() => initialize.mutate()}>
              Create all 8
            </Button>
          </>
        ) : (
          <Others call={setupAgents} />
        ),
    },
    {
      title: "Add data",
      text: "Drop the files your programs export: invoices, deals, bank, payroll, daily sales. One is enough to begin.",
      done: done.data,
      action: (current) => (
        <>
          {mayImport ? (
            <>
              <Button look={look(current)} onClick={onImport}>
                <Upload {...icon} /> Import files
              </Button>
              <Button onClick={onType}>
                <Pencil {...icon} /> Enter a value
              </Button>
            </>
          ) : (
            <Others call={openImport} />
          )}
          {mayAdd && (
            <Button pending={samples.isPending} onClick={() => samples.mutate()}>
              <FlaskConical {...icon} /> Try sample data
            </Button>
          )}
          <Link href="/records" className={buttonClass()}>
            <Table2 {...icon} /> Open records
          </Link>
        </>
      ),
    },
    {
      title: "Decide on a first proposal",
      text: done.data
        ? "Your agents look for one in your data. You see its figures, limit and forecast."
        : "Without data you get a sample proposal, marked as a test.",
      done: done.decided,
      action: (current) =>
        done.workforce ? (
          mayPropose && (
            <FirstProposal
              agents={agents}
              hasData={done.data}
              isPending={dashboard.pendingDecisions.length > 0}
              look={look(current)}
            />
          )
        ) : (
          <span className="text-sm whitespace-nowrap text-ink-3">After step 2</span>
        ),
    },
  ];
  const current = steps.findIndex((step) => !step.done);
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-8 rounded-card border border-line-strong bg-surface px-3.5 py-0.5 md:mb-10 md:px-5 md:py-1"
    >
      <header className="flex min-h-row items-center gap-2 pt-1.5">
        <h2 id="first-steps" className="font-semibold tracking-[-0.006em]">
          First steps
        </h2>
        <span className="num text-sm text-ink-3">{steps.filter((step) => step.done).length} of 4 done</span>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step.title}
            aria-current={index === current ? "step" : undefined}
            className="flex flex-wrap items-start gap-3 border-t border-line py-3.5 md:flex-nowrap md:items-center md:gap-4"
          >
            <Number index={index} done={step.done} current={index === current} />
            <div className={cx("min-w-[calc(100%-40px)] flex-1 md:min-w-0", step.done && "text-ink-3")}>
              <div className={index === current ? "font-semibold" : "font-medium"}>{step.title}</div>
              <p className={step.done ? undefined : "text-ink-2"}>{step.text}</p>
            </div>
            <div className="ml-[34px] flex flex-wrap gap-2 empty:hidden md:ml-0">
              {step.done ? step.doneAction : step.action(index === current)}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shown instead of a button the user may not use. */
const Others = ({ call: { access } }: { call: Pick<Endpoint, "access"> }) => (
  <span className="self-center text-sm text-ink-3">
    {sentenceCase(whoMay(access === "public" ? "viewer" : access))} does this
  </span>
);

const Number = ({ index, done, current }: { index: number; done: boolean; current: boolean }) => (
  <span
    className={cx(
      "grid size-[22px] flex-none place-items-center rounded-full text-xs font-semibold",
      done
        ? "bg-success-wash text-success"
        : current
          ? "bg-ink text-surface"
          : "text-ink-3 shadow-[inset_0_0_0_1px_var(--line-strong)]",
    )}
  >
    {done ? <Check size={14} strokeWidth={2.5} aria-label="Done" /> : index + 1}
  </span>
);
