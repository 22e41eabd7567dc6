import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { plans, trialDays } from "#contract/pricing.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { signUp, state } from "./frame.tsx";
import { type Shot, shotSize } from "./shots.ts";
import { Columns, right, wide } from "#ui/kit/columns.tsx";

export const trialLine = `${trialDays}-day free trial. No credit card required. Cancel anytime.`;

const labels = {
  trial: { label: "Start Free Trial", href: signUp },
  start: { label: "Get Started", href: signUp },
  demo: { label: "Schedule Demo", href: "/schedule-demo" },
  watch: { label: "Watch Demo", href: "/watch-demo" },
} as const;

/** The first button is the primary one. */
export const Actions = ({ actions }: { actions: readonly (keyof typeof labels)[] }) => (
  <div className="cta">
    {actions.map((action, at) => (
      <a key={action} href={labels[action].href} className={buttonClass(at === 0 ? "primary" : "plain")}>
        {labels[action].label}
      </a>
    ))}
  </div>
);

export const Hero = ({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) => (
  <section className="hero">
    <h1>{title}</h1>
    <p className="lead">{lead}</p>
    {children}
  </section>
);

export const Block = ({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) => (
  <section className="block">
    <h2>{title}</h2>
    {intro && <p className="intro">{intro}</p>}
    {children}
  </section>
);

export type Cell = readonly [title: string, text: ReactNode];
type Columns = "two" | "three" | "four" | "five";

export const Cells = ({ columns, cells }: { columns: Columns; cells: readonly Cell[] }) => (
  <ul className={`cells ${columns}`}>
    {cells.map(([title, text]) => (
      <li key={title}>
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);

export const Steps = ({ steps }: { steps: readonly Cell[] }) => (
  <ol className="cells five">
    {steps.map(([title, text], at) => (
      <li key={title}>
        <span className="text-sm text-ink-3 tabular-nums">{at + 1}</span>
        <h3>{title}</h3>
        <p>{text}</p>
      </li>
    ))}
  </ol>
);

/** A note below claims that the operator makes, not the product. */
export const Stated = ({ children }: { children?: ReactNode }) => (
  <p className="note">
    Stated by the operator of this installation, {state("name")}. {children}
  </p>
);

export const Checks = ({ lines }: { lines: readonly ReactNode[] }) => (
  <ul className="mt-2.5 grid gap-2">
    {lines.map((line, at) => (
      <li key={at} className="flex gap-2">
        <Check size={16} strokeWidth={1.75} aria-hidden className="mt-[3px] flex-none text-ink-3" />
        <span>{line}</span>
      </li>
    ))}
  </ul>
);

const authority: readonly [role: AgentRoleId, label: string, subjects: string, limit: string][] = [
  ["CEO", "CEO", "Strategy, markets, partnerships", "Up to $100K impact"],
  ["CFO", "CFO", "Budgets, investments, expenses", "Up to $50K with risk analysis"],
  ["Sales", "Sales", "Leads, quotations, discounts", "Pricing within a 35% discount range"],
  ["CMO", "Marketing", "Campaigns and channels", "Spend up to $25K per campaign"],
  ["Customer Success", "Customer Success", "Refunds and complaints", "Resolutions up to $10K value"],
  ["Operations", "Operations", "Suppliers and processes", "Within defined parameters"],
];

export const AuthorityTable = () => (
  <div>
    <table>
      <Columns of={["Agent", wide("Decides on"), right("May decide")]} />
      <tbody>
        {authority.map(([role, label, subjects, limit]) => (
          <tr key={role}>
            <td className="h-11">
              <span className="flex items-center gap-2.5 font-medium">
                <AgentBadge role={role} />
                {label}
              </span>
            </td>
            <td className="text-ink-2 max-md:hidden">{subjects}</td>
            <td className="py-2! text-right">{limit}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="note">Default impact limits, configurable. CTO and Legal agents work within their budget.</p>
  </div>
);

const included: Record<(typeof plans)[number]["id"], { price: string; more: readonly string[] }> = {
  starter: {
    price: state("starterPrice"),
    more: ["Decisions, tasks and briefings", "Gmail auto-reply"],
  },
  professional: {
    price: state("professionalPrice"),
    more: ["Everything in Starter", "Company Brain", "Integrations"],
  },
  enterprise: {
    price: state("enterprisePrice"),
    more: ["Everything in Professional", "Single sign-on, no-integration mode"],
  },
};

export const Plans = () => (
  <div>
    <ul className="cells three plans">
      {plans.map(({ id, label, agents, users }) => (
        <li key={id} className="grid content-start gap-1">
          <h3 className="flex items-center gap-2 text-base!">
            {label}
            {id === "professional" && (
              <span className="rounded-badge bg-pressed px-1.5 py-0.5 text-xs font-medium text-ink-2">
                Most Popular
              </span>
            )}
          </h3>
          <div className="price">
            {included[id].price} <small className="text-base font-normal tracking-normal text-ink-3">a month</small>
          </div>
          <Checks
            lines={[
              agents === null ? "Unlimited agents" : `${agents} agents`,
              users === null ? "Unlimited users" : `Up to ${users} users`,
              ...included[id].more,
            ]}
          />
          <a href={signUp} className={`${buttonClass()} go mt-4`}>
            Start Free Trial
          </a>
        </li>
      ))}
    </ul>
    <p className="note">{trialLine}</p>
    <Stated>Prices are per month; this installation takes no payment by itself.</Stated>
  </div>
);

/** A picture of the product with the demo company's data, light and dark. */
export const Picture = ({ shot: { name, alt }, caption }: { shot: Shot; caption: string }) => (
  <figure>
    <div className="shot">
      {(["light", "dark"] as const).map((look) => (
        <img
          key={look}
          className={`on-${look}`}
          src={`/tour/${name}-${look}.webp`}
          alt={alt}
          {...shotSize}
          loading="lazy"
        />
      ))}
    </div>
    <figcaption className="note">{caption}</figcaption>
  </figure>
);
