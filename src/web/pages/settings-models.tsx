import { Suspense, useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useSearchParams } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import { Agents, Budget, Costs, Purposes } from "#features/models/web/cost-sections.tsx";
import { Prices } from "#features/models/web/prices-section.tsx";
import { keptFor } from "#features/models/web/privacy-form.tsx";
import { Provider } from "#features/models/web/provider-section.tsx";
import { useModelSettings } from "#features/models/web/queries.ts";
import { today } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

const ConnectionForm = onDemand(() => import("#features/models/web/connection-form.tsx"));
const BudgetForm = onDemand(() => import("#features/models/web/budget-form.tsx"));
const PriceForm = onDemand(() => import("#features/models/web/price-form.tsx"));
const PrivacyForm = onDemand(() => import("#features/models/web/privacy-form.tsx"));

/** The language models of the company: provider, purposes, cost and what is kept. */
export default function SettingsModels() {
  const { data, error } = useModelSettings();
  const [search, setSearch] = useSearchParams();
  const [chosen, setOpen] = useState<"connection" | "budget" | "price" | "privacy" | null>(null);
  const admin = useIsAdmin();
  const day = today(useCompany().timeZone);
  const isAsked = search.get("do") === "connect" && admin;
  const open = chosen ?? (isAsked ? "connection" : null);
  const close = (): void => {
    setOpen(null);
    if (isAsked) setSearch({ tab: "models" }, { replace: true });
  };
  return (
    <>
      {admin && data?.connection && (
        <div className="mb-4 flex md:justify-end">
          <Button className="max-md:flex-1" onClick={() => setOpen("connection")}>
            {data.connection.setBy === "company" ? "Change provider" : "Add provider"}
          </Button>
        </div>
      )}
      {error && !data && <Fault error={error} what="Couldn't load the settings" />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Provider settings={data} onConnect={admin ? () => setOpen("connection") : undefined} />
            {data.connection && <Purposes settings={data} />}
            <Agents usage={data.usage} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Budget budget={data.budget} today={day} onChange={admin ? () => setOpen("budget") : undefined} />
            {data.usage.days.length > 0 && <Costs usage={data.usage} />}
            {data.prices.length > 0 && (
              <Prices
                settings={data}
                today={day}
                onChange={admin && data.connection?.setBy === "company" ? () => setOpen("price") : undefined}
              />
            )}
            {data.connection && <Privacy settings={data} onChange={admin ? () => setOpen("privacy") : undefined} />}
          </div>
        </div>
      )}
      <Suspense>
        {data && open === "connection" && <ConnectionForm settings={data} onClose={close} />}
        {data && open === "budget" && <BudgetForm budget={data.budget} onClose={close} />}
        {data && open === "price" && <PriceForm prices={data.prices} today={day} onClose={close} />}
        {data && open === "privacy" && <PrivacyForm settings={data} onClose={close} />}
      </Suspense>
    </>
  );
}

/** How long prompts and replies are kept. */
function Privacy({ settings, onChange }: { settings: ModelSettings; onChange: (() => void) | undefined }) {
  return (
    <Section
      title="Prompts and replies"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            Change period
          </Button>
        )
      }
    >
      <p className="border-t border-line pt-3">Kept: {keptFor(settings.keepDays).toLowerCase()}</p>
    </Section>
  );
}
