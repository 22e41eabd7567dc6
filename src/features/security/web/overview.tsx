import { ChevronRight, KeyRound, Link2, Lock, Users } from "lucide-react";
import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { listAudit } from "#features/security/audit/contract.ts";
import type { SecurityStatus } from "#features/security/contract.ts";
import { dateAt } from "#ui/clock.ts";
import { count, shortMoment } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Columns } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { CheckList, isAudit } from "./check-list.tsx";
import { Figures } from "./figures.tsx";
import { SignIns } from "./sign-ins.tsx";

export function Overview({ status }: { status: SecurityStatus }) {
  const { timeZone } = useCompany();
  const groups = new Set(status.checks.map(({ group }) => group)).size;
  return (
    <>
      <Figures status={status} />
      <Columns
        main={
          <>
            <Section
              title="Checks"
              note={`${status.checks.length} in ${groups} groups, last run ${shortMoment(status.lastSecurityCheck, timeZone)}`}
            >
              <CheckList checks={status.checks} />
            </Section>
            <SignIns />
          </>
        }
        rail={
          <>
            <QuickActions />
            <Installation status={status} />
          </>
        }
      />
    </>
  );
}

const quick = [
  ["/privacy-dashboard", "Privacy and data control", Lock],
  ["/members", "Members", Users],
  ["/account", "Your sessions and password", KeyRound],
  ["/security/audit?show=chain", "Verify the audit chain", Link2],
] as const;

function QuickActions() {
  const mayAudit = useMay(listAudit);
  const shown = quick.filter(([href]) => mayAudit || !isAudit(href));
  return (
    <Section title="Quick actions">
      <ul>
        {shown.map(([href, label, Icon]) => (
          <li key={href} className="border-t border-line last:border-b">
            <Link href={href} className="flex min-h-row items-center gap-2.5 text-ink no-underline! hover:bg-sunken">
              <Icon size={15} strokeWidth={1.75} aria-hidden className="text-ink-3" />
              {label}
              <ChevronRight size={15} strokeWidth={1.75} aria-hidden className="ml-auto text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Installation({ status }: { status: SecurityStatus }) {
  const { timeZone } = useCompany();
  const { version, database, vectors, lastBackup, key } = status.installation;
  const since = dateAt(key.since).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone,
  });
  const rows = [
    ["Version", version],
    ["Database", database],
    ["Vectors", vectors],
    ["Last backup", lastBackup ? <Moment key="backup" at={lastBackup} timeZone={timeZone} /> : "None known"],
    ["Encryption key", `${since}, ${key.keptIn === "file" ? "in a file" : "from the environment"}`],
    ["People, sessions", `${count(status.people.active)}, ${count(status.people.sessions)}`],
    ["Active connections", count(status.activeConnections)],
  ] as const;
  return (
    <Section title="This installation">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-10 items-center justify-between gap-4 border-t border-line py-1.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
