import { useCompany } from "#features/accounts/web/queries.ts";
import { usePackLinks, useRevokeLink } from "#features/reports/web/queries.ts";
import { longDate, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";

/** The links that were made, and what became of them. */
export function PackLinks() {
  const { timeZone } = useCompany();
  const { data = [] } = usePackLinks();
  const revoke = useRevokeLink();
  if (data.length === 0) return null;
  return (
    <Section title="Links" note={data.length} className="mt-10 print:hidden">
      <ul>
        {data.map(({ id, label, by, expiresAt, isExpired, opened, lastOpenedAt }) => (
          <li key={id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-0.5 border-t border-line py-1.5">
            <span className="min-w-0 flex-1 basis-52">
              {label}
              <span className="block text-xs text-ink-3">
                {by && `By ${by}, `}
                {lastOpenedAt
                  ? `opened ${plural(opened, "time")}, last on ${longDate(lastOpenedAt, timeZone)}`
                  : "not opened yet"}
              </span>
            </span>
            <span className="text-sm text-ink-2">
              {isExpired ? "Expired" : `Until ${longDate(expiresAt, timeZone)}`}
            </span>
            <Button
              small
              look="destructive"
              aria-label={`Revoke the link to ${label}`}
              pending={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id)}
              className="-mr-2.5 ml-auto"
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
