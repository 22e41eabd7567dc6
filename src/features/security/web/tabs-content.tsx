import type { ReactNode } from "react";
import { checkGroups, type SecurityStatus } from "#features/security/contract.ts";
import { percent, plural, sentenceCase } from "#ui/format.ts";
import { Dot } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { CheckList } from "./check-list.tsx";
import { DayChart } from "./day-chart.tsx";
import { SignIns } from "./sign-ins.tsx";
import { threatTones } from "./words.ts";

const Stack = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-[880px] gap-8 md:gap-10">{children}</div>
);

/** The four protections of the specification, each with its state and its checks. */
export function Features({ status }: { status: SecurityStatus }) {
  const features = [
    [
      "Rate limiting",
      status.rateLimitStatus,
      "rate_limit",
      "Each address, session, person and company has a limit per minute; over it, calls wait.",
    ],
    [
      "Cross-origin requests",
      status.corsStatus,
      "cors",
      "Calls that change something must come from this site; answers carry no permission for others.",
    ],
    [
      "Authentication",
      status.authStatus,
      "authentication",
      "Sessions end after 12 hours without use and after 7 days. A new password ends all others.",
    ],
    [
      "Encryption",
      status.encryptionStatus,
      "encryption",
      "Keys and tokens are sealed with AES-256-GCM, bound to their company and field.",
    ],
  ] as const;
  return (
    <Stack>
      {features.map(([title, state, id, text]) => (
        <Section key={id} title={title} note={state === "active" ? "active" : "needs you"}>
          <p className="max-w-[68ch] pb-2.5 text-ink-2">{text}</p>
          <CheckList checks={status.checks.filter((check) => check.id === id)} />
        </Section>
      ))}
    </Stack>
  );
}

export function Compliance({ status }: { status: SecurityStatus }) {
  const { checks, complianceScore } = status;
  const open = checks.filter(({ state }) => state === "attention");
  return (
    <Stack>
      <Section title="Compliance score" note={percent(complianceScore)}>
        <p className="max-w-[68ch] border-t border-line py-2.5 text-ink-2">
          {checks.length - open.length} of {checks.length} checks passed: {checks.length - open.length} ÷{" "}
          {checks.length}, rounded down. It covers what this server can check about itself; it is no certificate.
        </p>
      </Section>
      {checkGroups.map((group) => {
        const own = checks.filter((check) => check.group === group);
        const left = own.filter(({ state }) => state === "attention").length;
        return (
          <Section key={group} title={group} note={left === 0 ? "all passed" : `${left} of ${own.length} need you`}>
            <CheckList checks={own} />
          </Section>
        );
      })}
    </Stack>
  );
}

const levels = [
  ["critical", "The audit log is broken, or another company's rows were named 10 times in 24 hours."],
  ["high", "Another company's rows were named, or 100 sign-ins failed, or 500 requests were blocked."],
  ["medium", "10 sign-ins failed, or 20 requests were blocked, or 20 were refused by role."],
  ["low", "None of these."],
] as const;

export function Monitoring({ status }: { status: SecurityStatus }) {
  const { threatLevel, threatReasons, days, activeConnections, people } = status;
  return (
    <Stack>
      <Section title="Threat level" note={sentenceCase(threatLevel)}>
        {threatReasons.map((reason) => (
          <p key={reason} className="border-t border-line py-2.5">
            {reason}
          </p>
        ))}
        <ul>
          {levels.map(([level, rule]) => (
            <li key={level} className="grid gap-x-4 border-t border-line py-2.5 md:grid-cols-[150px_minmax(0,1fr)]">
              <span
                className={
                  level === threatLevel ? "flex items-center gap-2 font-medium" : "flex items-center gap-2 text-ink-2"
                }
              >
                <Dot tone={level === threatLevel ? threatTones[level] : "idle"} />
                {sentenceCase(level)}
              </span>
              <span className="text-ink-2">{rule}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Refused and failed" note="last 14 days">
        <DayChart days={days} />
      </Section>
      <Section title="Connected now" note={plural(activeConnections, "window")}>
        <p className="border-t border-line py-2.5 text-ink-2">
          {plural(people.sessions, "session")} of {plural(people.active, "person", "people")} open;{" "}
          {plural(activeConnections, "window")} connected to this server.
        </p>
      </Section>
      <SignIns />
    </Stack>
  );
}
