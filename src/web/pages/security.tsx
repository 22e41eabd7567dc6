import { ArrowLeft, ScrollText, SlidersHorizontal } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { listAudit } from "#features/security/audit/contract.ts";
import { Overview } from "#features/security/web/overview.tsx";
import { useSecurityStatus } from "#features/security/web/queries.ts";
import { Compliance, Features, Monitoring } from "#features/security/web/tabs-content.tsx";
import { describeChecks } from "#features/security/web/words.ts";
import { shortMoment } from "#ui/format.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";

const tabs = ["overview", "features", "compliance", "monitoring"] as const;

export default function SecurityPage() {
  const { data, error } = useSecurityStatus();
  const { timeZone } = useCompany();
  const mayAudit = useMay(listAudit);
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get("tab")) ?? "overview";
  return (
    <Page title="Security Management">
      <Link href="/" className={`${buttonClass("quiet", true)} mb-2 -ml-2.5`}>
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
        Dashboard
      </Link>
      <PageHead
        title="Security Management"
        actions={
          <>
            {mayAudit && (
              <Link href="/security/audit" className={buttonClass()}>
                <ScrollText size={15} strokeWidth={1.75} aria-hidden />
                View Audit Logs
              </Link>
            )}
            <Link href="/company-settings?tab=security" className={buttonClass()}>
              <SlidersHorizontal size={15} strokeWidth={1.75} aria-hidden />
              Security Settings
            </Link>
          </>
        }
      >
        {data ? describeChecks(data, shortMoment(data.lastSecurityCheck, timeZone)) : "How your company is protected."}
      </PageHead>
      {!data ? (
        <LoadingRows error={error} what="The security status could not be loaded" rows={8} tall announced />
      ) : (
        <Tabs
          label="Security"
          value={tab}
          onChange={(next) => setSearch(next === "overview" ? {} : { tab: next }, { replace: true })}
          tabs={[
            { value: "overview", label: "Overview", content: <Overview status={data} /> },
            { value: "features", label: "Features", content: <Features status={data} /> },
            { value: "compliance", label: "Compliance", content: <Compliance status={data} /> },
            { value: "monitoring", label: "Monitoring", content: <Monitoring status={data} /> },
          ]}
        />
      )}
    </Page>
  );
}
