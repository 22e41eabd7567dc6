import type { SecurityStatus } from "#features/security/contract.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { count, exactTime, percent, plural, sentenceCase } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { threatTones } from "./words.ts";

/** The four figures above every tab's content. */
export function Figures({ status }: { status: SecurityStatus }) {
  const { timeZone } = useCompany();
  const { checks, threatLevel, threatReasons, auditLogCount, blockedRequests, activeConnections } = status;
  const passed = checks.filter(({ state }) => state === "passed").length;
  const chain = checks.find(({ id }) => id === "audit_log");
  const cells = [
    {
      name: "Compliance score",
      value: (
        <AskMe
          title="Checks passed ÷ all checks, rounded down"
          rows={[
            ["Passed", passed],
            ["All checks", checks.length],
            ["Score", percent(status.complianceScore)],
            ["Checked", exactTime(status.lastSecurityCheck, timeZone)],
          ]}
        >
          {percent(status.complianceScore)}
        </AskMe>
      ),
      note: `${passed} of ${checks.length} checks passed`,
    },
    {
      name: "Threat level",
      value: (
        <span className="flex items-center gap-2.5">
          <Dot tone={threatTones[threatLevel]} />
          {sentenceCase(threatLevel)}
        </span>
      ),
      note: threatReasons[0] ?? "Nothing unusual in 24 hours",
    },
    {
      name: "Audit log",
      value: count(auditLogCount),
      note: `Records, ${chain?.finding.toLowerCase() ?? "not checked"}`,
    },
    {
      name: "Blocked requests",
      value: count(blockedRequests),
      note: `Last 24 hours; ${plural(activeConnections, "connection")} now`,
    },
  ];
  return (
    <dl className="mb-5 grid grid-cols-2 border-b border-line md:mb-10 lg:grid-cols-4">
      {cells.map(({ name, value, note }) => (
        <div
          key={name}
          className="min-w-0 border-line py-3 odd:pr-3.5 even:border-l even:pl-3.5 nth-[n+3]:border-t lg:border-l lg:px-4! lg:first:border-l-0 lg:first:pl-0! lg:nth-[n+3]:border-t-0"
        >
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="num mt-1 text-[20px] leading-[30px] font-medium tracking-tighter md:text-fig">{value}</dd>
          <dd className="mt-1 text-xs text-pretty text-ink-3">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
