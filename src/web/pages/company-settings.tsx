import { Link, useSearchParams } from "wouter";
import { AssistantList } from "#features/accounts/assistants/web/assistant-list.tsx";
import { ClientList } from "#features/accounts/assistants/web/client-list.tsx";
import { SecondFactorRequirement } from "#features/accounts/factors/web/requirement.tsx";
import { TokenList } from "#features/accounts/tokens/web/token-list.tsx";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { OutsideList } from "#features/executives/web/outside-list.tsx";
import { ConnectionCards } from "#features/integrations/web/cards.tsx";
import { MailboxSettings } from "#features/mailroom/web/mailbox-settings.tsx";
import { useMailboxes } from "#features/mailroom/web/queries.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { onDemand } from "#ui/on-demand.ts";

const Waiting = () => <SkeletonRows rows={5} />;
const Models = onDemand(() => import("./settings-models.tsx"), { Waiting });
const General = onDemand(() => import("./settings-general.tsx"), { Waiting });

const tabs = ["integrations", "security", "general", "models"] as const;

export default function CompanySettingsPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("do") === "connect" ? "models" : search.get("tab");
  const tab = tabs.find((each) => each === asked) ?? "integrations";
  return (
    <Page title="Company Settings">
      <PageHead title="Company Settings">
        Integrations, security and what your company uses. What agents may decide is under{" "}
        <Link href="/policies" className="underline underline-offset-2">
          Limits and policies
        </Link>
        .
      </PageHead>
      <Tabs
        label="Company settings"
        value={tab}
        onChange={(next) => setSearch({ tab: next }, { replace: true })}
        tabs={[
          { value: "integrations", label: "Integrations", content: <Integrations /> },
          { value: "security", label: "Security", content: <Security /> },
          { value: "general", label: "General", content: tab === "general" && <General /> },
          { value: "models", label: "AI models", content: tab === "models" && <Models /> },
        ]}
      />
    </Page>
  );
}

function Integrations() {
  const { timeZone } = useCompany();
  const { data: boxes } = useMailboxes();
  return (
    <>
      <ConnectionCards empty={boxes?.length === 0 && <NoIntegrations />} />
      <MailboxSettings timeZone={timeZone} />
    </>
  );
}

const NoIntegrations = () => (
  <Empty
    title="No integrations connected yet"
    actions={
      <>
        <Link href="/records" className={buttonClass("plain", true)}>
          Import records
        </Link>
        <Link href="/company-settings?tab=models" className={buttonClass("plain", true)}>
          Connect a language model
        </Link>
      </>
    }
  >
    Services are connected on the{" "}
    <Link href="/integrations" className="underline underline-offset-2">
      Integrations page
    </Link>
    , a mailbox below.
  </Empty>
);

const measures = [
  [
    "Tokens are encrypted with AES-256",
    "Keys and tokens of connected services are encrypted before they are stored, with a key kept outside the database.",
  ],
  ["Company data is isolated", "Each row belongs to one company, and the database refuses to show it to any other."],
  [
    "Integration activity is logged",
    "Connecting, testing, changing and disconnecting a service is recorded in your company's journal.",
  ],
] as const;

const Security = () => (
  <div className="grid gap-8 md:gap-10">
    <Protection />
    <SecondFactorRequirement />
    <OutsideList />
    {useIsAdmin() && (
      <>
        <AssistantList whose="everyone" />
        <ClientList />
        <TokenList whose="everyone" />
      </>
    )}
  </div>
);

const Protection = () => (
  <Section title="How your data is protected">
    <dl className="border-t border-line">
      {measures.map(([title, text]) => (
        <div key={title} className="grid gap-0.5 border-b border-line py-3 md:grid-cols-[280px_minmax(0,1fr)] md:gap-6">
          <dt className="font-medium">{title}</dt>
          <dd className="max-w-[64ch] text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 text-sm text-ink-3">
      Your own password and second factor:{" "}
      <Link href="/account" className="underline">
        Your account
      </Link>
    </p>
  </Section>
);
