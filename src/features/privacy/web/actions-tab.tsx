import { Download } from "lucide-react";
import { Link } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { shortDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Columns } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { useActions, useExportCompany, useExportOwn } from "./queries.ts";

/** Pages that export their own lists, with any filter. */
const tables = [
  {
    name: "Decisions",
    href: "/decisions",
    meaning: "Every proposal with its deadline, who settled it and its outcome.",
  },
  { name: "Tasks", href: "/tasks", meaning: "Open or completed tasks with assignee, dates and hours." },
  {
    name: "Journal",
    href: "/security/audit",
    meaning: "Every recorded change, as CSV or JSON lines, with its place in the chain.",
    isForAdmins: true,
  },
  { name: "Explore", href: "/explore", meaning: "The result of any query over your company's records." },
];

export function ActionsTab() {
  const { timeZone, name } = useCompany();
  const isAdmin = useIsAdmin();
  const exportingAll = useExportCompany();
  const { data } = useActions();
  const exporting = useExportOwn();
  return (
    <Columns
      main={
        <>
          <Section title="Export your data" className="border-t-0">
            <p className="max-w-[520px] text-sm text-pretty text-ink-2">
              A JSON file with everything stored under your name: profile, settings, decisions, comments, sessions.
              Passwords are not in it.
            </p>
            <Button
              className="mt-3"
              pending={exporting.isPending}
              disabled={data?.exportsLeft === 0}
              onClick={() => exporting.mutate()}
            >
              {!exporting.isPending && <Download size={15} strokeWidth={1.75} aria-hidden />} Export my data
            </Button>
            <p className="mt-2 text-xs text-ink-3">
              {data?.lastExportAt && `Last export ${shortDate(data.lastExportAt, timeZone)}. `}
              Up to 3 in 24 hours{data && `, ${data.exportsLeft} left`}.
            </p>
          </Section>
          {isAdmin && (
            <Section title="Company export" note="admins">
              <p className="max-w-[520px] text-sm text-pretty text-ink-2">
                Every row of {name} as one JSON file, without passwords and keys.
              </p>
              <Button
                className="mt-3"
                pending={exportingAll.isPending}
                disabled={data?.exportsLeft === 0}
                onClick={() => exportingAll.mutate()}
              >
                {!exportingAll.isPending && <Download size={15} strokeWidth={1.75} aria-hidden />} Export company data
              </Button>
            </Section>
          )}
          <Section title="As tables" note="CSV">
            <ul>
              {tables.map(({ name, href, meaning, isForAdmins }) =>
                isForAdmins && !isAdmin ? null : (
                  <li key={name} className="flex flex-wrap gap-x-4 border-t border-line py-2 text-sm">
                    <Link href={href} className="w-24 flex-none text-accent-ink underline underline-offset-2">
                      {name}
                    </Link>
                    <span className="min-w-0 flex-1 basis-60 text-pretty text-ink-2">{meaning}</span>
                  </li>
                ),
              )}
            </ul>
          </Section>
        </>
      }
      rail={<DeleteForm actions={data} />}
    />
  );
}
