import { useSearchParams } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Activity, Consent, Settings } from "#features/privacy/contract.ts";
import { complianceOf } from "#features/privacy/rules.ts";
import { ActionsTab } from "#features/privacy/web/actions-tab.tsx";
import { ProcessingTab } from "#features/privacy/web/processing-tab.tsx";
import { usePrivacySettings, useProcessing } from "#features/privacy/web/queries.ts";
import { RightsTab } from "#features/privacy/web/rights-tab.tsx";
import { SettingsTab } from "#features/privacy/web/settings-tab.tsx";
import { nothing, percent, shortDate } from "#ui/format.ts";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

const tabs = ["settings", "processing", "rights", "actions"] as const;

export default function PrivacyPage() {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((each) => each === search.get("tab")) ?? "settings";
  const settings = usePrivacySettings();
  const processing = useProcessing();
  const log = processing.data?.processingLog;
  return (
    <Page title="Privacy and Data Control">
      <PageHead title="Privacy and Data Control">
        {settings.data ? describe(settings.data) : "What is stored about you, and what you allow."}
      </PageHead>
      <Cards settings={settings.data?.privacySettings} consents={settings.data?.consents} log={log} />
      <Tabs
        label="Privacy"
        value={tab}
        onChange={(next) => setSearch({ tab: next }, { replace: true })}
        tabs={[
          {
            value: "settings",
            label: "Settings",
            content: settings.data ? (
              <SettingsTab settings={settings.data.privacySettings} consents={settings.data.consents} />
            ) : (
              <LoadingRows error={settings.error} what="Your settings could not be loaded" rows={8} tall />
            ),
          },
          {
            value: "processing",
            label: "Processing",
            count: log?.length,
            content: log ? (
              <ProcessingTab
                log={log}
                runs={processing.data?.retentionRuns ?? []}
                lastRetentionAt={processing.data?.lastRetentionAt ?? null}
              />
            ) : (
              <LoadingRows error={processing.error} what="The processing log could not be loaded" rows={6} />
            ),
          },
          { value: "rights", label: "Rights", content: <RightsTab /> },
          { value: "actions", label: "Actions", content: tab === "actions" && <ActionsTab /> },
        ]}
      />
    </Page>
  );
}

/** "5 of 8 settings are on. No personal data leaves this installation." */
function describe({ privacySettings, recipients }: { privacySettings: Settings; recipients: string[] }): string {
  const { on, of } = complianceOf(privacySettings);
  const shared =
    recipients.length === 0
      ? "No personal data leaves this installation."
      : privacySettings.thirdPartySharing
        ? `Agents may send personal data to ${recipients.join(" and ")}.`
        : `Agents use ${recipients.join(" and ")}, without your name and contact details.`;
  return `${on} of ${of} settings ${on === 1 ? "is" : "are"} on. ${shared}`;
}

type CardProps = {
  settings: Settings | undefined;
  consents: readonly Consent[] | undefined;
  log: readonly Activity[] | undefined;
};

function Cards({ settings, consents = [], log }: CardProps) {
  const { timeZone } = useCompany();
  const compliance = settings && complianceOf(settings);
  const last = consents
    .map(({ consentDate, withdrawnAt }) => withdrawnAt ?? consentDate)
    .toSorted()
    .at(-1);
  const cards = [
    {
      name: "Compliance score",
      value: compliance ? percent(compliance.score) : nothing,
      note: compliance && `${compliance.band}. Share of settings that are on: ${compliance.on} of ${compliance.of}`,
    },
    {
      name: "Data-processing activities",
      value: log ? String(log.length) : nothing,
      note: last && `Settings last changed ${shortDate(last, timeZone)}`,
    },
    { name: "Retention", value: "7 years", note: "The maximum; most data is deleted earlier" },
  ];
  return (
    <dl className="mb-6 grid border-t border-b border-t-line-strong border-b-line md:grid-cols-3">
      {cards.map(({ name, value, note }) => (
        <div
          key={name}
          className="min-w-0 border-line py-3 max-md:border-t max-md:first:border-t-0 md:border-l md:px-6 md:first:border-l-0 md:first:pl-0"
        >
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="num mt-1 text-[20px] leading-[30px] font-medium tracking-tighter md:text-fig">{value}</dd>
          {note && <dd className="mt-1 text-xs text-pretty text-ink-3">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
