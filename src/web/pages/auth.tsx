import { Activity, ListChecks, type LucideIcon, Users } from "lucide-react";
import { useState } from "react";
import { useSearch } from "wouter";
import { agentRoleIds } from "#contract/roles.ts";
import { useEntryForm, whySignedOut } from "#features/accounts/web/queries.ts";
import { SignInForm } from "#features/accounts/web/sign-in-form.tsx";
import { SignUpForm } from "#features/accounts/web/sign-up-form.tsx";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Mark } from "#ui/kit/brand.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { Loading } from "../shell/loading.tsx";

const promises: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ListChecks,
    title: "Autonomous decision making",
    text: "Within the limits you set. Anything beyond them needs your approval, with figures and a forecast.",
  },
  {
    icon: Activity,
    title: "Real-time operations",
    text: "Every step appears in a live journal.",
  },
  {
    icon: Users,
    title: "Multi-role AI team",
    text: "Eight executives, from CEO to Legal, each with its own authority and budget.",
  },
];

export default function AuthPage() {
  const first = useEntryForm();
  const wantsSignUp = new URLSearchParams(useSearch()).get("form") === "sign-up";
  const [chosen, setTab] = useState<"in" | "up">();
  if (first === undefined) return <Loading />;
  const why = whySignedOut();
  // On the tabs themselves the arrow keys keep the focus.
  const isFirst = chosen === undefined;
  const tab = chosen ?? (first === "sign-in" && !wantsSignUp ? "in" : "up");
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <title>{tab === "in" ? "Sign in · Boardroom" : "Sign up · Boardroom"}</title>
      <section className="flex flex-col bg-surface px-4 py-5 md:px-10 md:py-7">
        <div className="flex items-center gap-[9px] font-semibold tracking-[-0.01em]">
          <Mark />
          Boardroom
        </div>
        <div className="mx-auto my-14 w-full max-w-[336px] lg:mt-[18vh] lg:mb-10">
          <h1 className="mb-3 text-xl font-semibold tracking-tight">
            {tab === "in" ? "Sign in to your company" : "Create your company"}
          </h1>
          {why && (
            <p role="status" className="mb-4 border-l-2 border-warning pl-3 text-pretty text-ink-2">
              {why} Sign in to continue.
            </p>
          )}
          <Tabs
            label="Sign in or sign up"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: "in", label: "Sign In", content: <SignInForm takesFocus={isFirst} /> },
              { value: "up", label: "Sign Up", content: <SignUpForm takesFocus={isFirst} /> },
            ]}
          />
        </div>
        <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
          <span>Self-hosted at {location.host}</span>
          <a href="/welcome">What is Boardroom?</a>
          <a href="/privacy">Privacy Policy</a>
          <a href="/terms">Terms</a>
        </p>
      </section>
      <aside
        aria-label="What Boardroom does"
        className="border-t border-line px-4 py-10 md:px-10 lg:border-t-0 lg:border-l lg:pt-[calc(18vh+48px)]"
      >
        <div className="mx-auto max-w-[400px]">
          <p className="mb-5 text-xl font-semibold tracking-tight text-balance">
            Your executives work. You decide what matters.
          </p>
          <ul>
            {promises.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex gap-3.5 border-t border-line py-3.5">
                <Icon size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-ink-3" />
                <div>
                  <div className="font-medium">{title}</div>
                  <p className="mt-px text-pretty text-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2 border-t border-line pt-5">
            {agentRoleIds.map((role) => (
              <AgentBadge key={role} role={role} large />
            ))}
          </div>
        </div>
      </aside>
    </main>
  );
}
