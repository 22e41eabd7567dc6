import { Download } from "lucide-react";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { shortDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Columns } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { useActions, useExportCompany, useExportOwn } from "./queries.ts";

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
              <p className="max-w-[520px] border-t border-line pt-2.5 text-sm text-pretty text-ink-2">
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
        </>
      }
      rail={<DeleteForm actions={data} />}
    />
  );
}
