import { Plus } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useSearchParams } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import type { ModelAccount, ModelSettings } from "#features/models/contract.ts";
import { Agents, Budget, Costs } from "#features/models/web/cost-sections.tsx";
import { Prices } from "#features/models/web/prices-section.tsx";
import { keptFor } from "#features/models/web/privacy-form.tsx";
import { LocalOffer } from "#features/models/web/local-offer.tsx";
import { Providers } from "#features/models/web/providers-section.tsx";
import { Purposes } from "#features/models/web/purposes-section.tsx";
import { useModelSettings } from "#features/models/web/queries.ts";
import { today } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Section } from "#ui/kit/section.tsx";

const AccountForm = onDemand(() => import("#features/models/web/account-form.tsx"));
const BudgetForm = onDemand(() => import("#features/models/web/budget-form.tsx"));
const PriceForm = onDemand(() => import("#features/models/web/price-form.tsx"));
const PrivacyForm = onDemand(() => import("#features/models/web/privacy-form.tsx"));

/** The language models of the company: providers, purposes, cost and what is kept. */
export default function SettingsModels() {
  const { data, error } = useModelSettings();
  const [search, setSearch] = useSearchParams();
  const [chosen, setOpen] = useState<"account" | "budget" | "price" | "privacy" | null>(null);
  const [changed, setChanged] = useState<ModelAccount | null>(null);
  const admin = useIsAdmin();
  const day = today(useCompany().timeZone);
  const isAsked = search.get("do") === "connect" && admin;
  const open = chosen ?? (isAsked ? "account" : null);
  const edit = (account: ModelAccount | null): void => {
    setChanged(account);
    setOpen("account");
  };
  const close = (): void => {
    setOpen(null);
    setChanged(null);
    if (isAsked) setSearch({ tab: "models" }, { replace: true });
  };
  return (
    <>
      {admin && data?.connection && (
        <div className="mb-4 flex md:justify-end">
          <Button look="primary" className="max-md:flex-1" onClick={() => edit(null)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden /> Add provider
          </Button>
        </div>
      )}
      {!data && <LoadingRows error={error} what="Couldn't load the settings" rows={5} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <LocalOffer look="primary" />
            <Providers settings={data} may={admin ? { add: () => edit(null), change: edit } : undefined} />
            <Purposes settings={data} isAdmin={admin} />
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
      {data && open === "account" && <AccountForm settings={data} account={changed} onClose={close} />}
      {data && open === "budget" && <BudgetForm budget={data.budget} onClose={close} />}
      {data && open === "price" && <PriceForm prices={data.prices} today={day} onClose={close} />}
      {data && open === "privacy" && <PrivacyForm settings={data} onClose={close} />}
    </>
  );
}

/** What is hidden before sending, and how long prompts and replies are kept. */
function Privacy({ settings, onChange }: { settings: ModelSettings; onChange: (() => void) | undefined }) {
  return (
    <Section
      title="Privacy"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      {settings.connection?.setBy === "company" && (
        <p className="flex justify-between gap-4 border-t border-line py-2">
          Hide personal details before sending <span>{settings.hidesPersonalDetails ? "On" : "Off"}</span>
        </p>
      )}
      <p className="flex justify-between gap-4 border-t border-line py-2">
        Keep prompts and replies <span className="text-right">{keptFor(settings.keepDays)}</span>
      </p>
    </Section>
  );
}
