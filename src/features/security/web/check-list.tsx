import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { listAudit } from "#features/security/audit/contract.ts";
import type { SecurityCheck } from "#features/security/contract.ts";
import { Dot } from "#ui/kit/marks.tsx";

/** Whether a link leads to the audit log, which only admins may read. */
export const isAudit = (href: string): boolean => href.startsWith("/security/audit");

/** Checks with their findings, and advice on those that did not pass. */
export function CheckList({ checks }: { checks: readonly SecurityCheck[] }) {
  const mayAudit = useMay(listAudit);
  return (
    <ul>
      {checks.map(({ id, title, how, finding, state, advice, href }) => (
        <li
          key={id}
          data-check={id}
          data-state={state}
          className="grid gap-x-4 gap-y-0.5 border-t border-line py-2.5 md:grid-cols-[150px_minmax(0,1fr)_auto]"
        >
          <span className="flex items-center gap-2 font-medium">
            <Dot
              tone={state === "passed" ? "success" : "warning"}
              label={state === "passed" ? "Passed" : "Needs you"}
            />
            {title}
          </span>
          <span className="min-w-0 text-ink-2">{how}</span>
          <span className="num min-w-0 text-ink-2 md:max-w-64 md:text-right">{finding}</span>
          {advice && (
            <span className="max-w-[68ch] text-sm text-pretty text-ink-2 md:col-span-2 md:col-start-2">
              {advice}{" "}
              {href && (mayAudit || !isAudit(href)) && (
                <Link href={href} className="underline underline-offset-2">
                  Open
                </Link>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
