import { Link } from "wouter";
import { useCompany, useMay, usePeople } from "#features/accounts/web/queries.ts";
import { type AuditRow, listAudit } from "#features/security/audit/contract.ts";
import { useNow } from "#ui/clock.ts";
import { shortMoment } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { useAudit } from "./queries.ts";

const hourMs = 3_600_000;
const shown = 6;

/** The newest sign-ins of the last 24 hours, failed ones too; for those who may read the audit log. */
export function SignIns() {
  const may = useMay(listAudit);
  const { timeZone } = useCompany();
  const from = new Date(Math.floor(useNow() / hourMs) * hourMs - 24 * hourMs).toISOString();
  const good = useAudit({ action: "user.logged_in", from }, undefined, may);
  const failed = useAudit({ action: "user.sign_in_failed", from }, undefined, may);
  const people = usePeople().data ?? [];
  if (!may || !good.data || !failed.data) return null;
  const rows = [...good.data.rows, ...failed.data.rows].toSorted((one, other) => other.seq - one.seq).slice(0, shown);
  const nameOf = ({ actor, resourceId }: AuditRow): string =>
    people.find(({ id }) => id === resourceId)?.username ?? (actor.kind === "user" ? actor.name : "a former member");
  return (
    <Section
      title="Sign-ins"
      note="last 24 hours"
      actions={
        <Link href="/security/audit?action=user.logged_in" className="text-sm font-medium text-accent no-underline!">
          All
        </Link>
      }
    >
      {rows.length === 0 ? (
        <p className="border-t border-line py-2.5 text-ink-2">Nobody signed in within 24 hours.</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.seq} className="flex gap-5 border-t border-line py-2.5">
              <span className="num w-24 flex-none text-ink-3">{shortMoment(row.at, timeZone)}</span>
              <span className="min-w-0 wrap-anywhere">
                {row.action === "user.logged_in" ? (
                  `${nameOf(row)} signed in`
                ) : (
                  <>
                    <span className="text-danger">Failed sign-in</span> for {nameOf(row)}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
