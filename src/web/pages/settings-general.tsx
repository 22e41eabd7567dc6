import { useState } from "react";
import { Link } from "wouter";
import { monthName } from "#contract/spans.ts";
import { PlanSection } from "#features/accounts/web/plan-section.tsx";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { zoneTime } from "#features/accounts/web/time-zones.ts";
import { useCompanyDetails } from "#features/setup/web/company-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";

const LocaleDialog = onDemand(() => import("#features/accounts/web/locale-dialog.tsx"));

/** The company's name, industry, currency, time zone and plan. */
export default function SettingsGeneral() {
  const { data, error } = useCompanyDetails();
  const company = useCompany();
  const admin = useIsAdmin();
  const [isOpen, setOpen] = useState(false);
  if (!data) return <LoadingRows error={error} what="Couldn't load the company" rows={4} />;
  const facts = [
    ["Currency", company.currency],
    ["Time zone", zoneTime(company.timeZone)],
    ["Fiscal year starts in", monthName(company.fiscalYearStart)],
  ] as const;
  return (
    <div className="grid max-w-[880px] gap-8 md:gap-10">
      <Section title="Company">
        <div className="grid gap-4 border-t border-line pt-4 md:grid-cols-2">
          <TextField label="Company Name" value={data.name} disabled readOnly />
          <TextField label="Industry" value={data.industry ?? ""} placeholder="Not set" disabled readOnly />
        </div>
        <p className="mt-3 text-sm text-ink-3">Contact support to update company information</p>
        {admin && (
          <p className="mt-1 text-sm text-ink-3">
            As an admin you can change it in{" "}
            <Link href="/company-setup" className="underline">
              Company Setup
            </Link>
            .
          </p>
        )}
      </Section>
      <Section
        title="Currency and time"
        actions={
          admin && (
            <Button small look="quiet" onClick={() => setOpen(true)}>
              Change
            </Button>
          )
        }
      >
        <dl className="border-t border-line">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
              <dt className="text-ink-2">{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <PlanSection />
      {isOpen && <LocaleDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
