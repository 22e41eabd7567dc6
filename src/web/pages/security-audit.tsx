import { ArrowLeft } from "lucide-react";
import { useCallback } from "react";
import { Link, useSearchParams } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { listAudit } from "#features/security/audit/contract.ts";
import { Chain } from "#features/security/web/audit-chain.tsx";
import { AuditFilters, filterOf, type Given } from "#features/security/web/audit-filters.tsx";
import { AuditList } from "#features/security/web/audit-list.tsx";
import { startExport, useExporting } from "#features/security/web/exporting.ts";
import { useAuditChain } from "#features/security/web/queries.ts";
import { count } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";

export default function SecurityAuditPage() {
  const may = useMay(listAudit);
  return (
    <Page title="Audit log">
      <Link href="/security" className={`${buttonClass("quiet", true)} mb-2 -ml-2.5`}>
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden />
        Security Management
      </Link>
      {may ? (
        <Log />
      ) : (
        <>
          <PageHead title="Audit log" />
          <Empty title="Not shown">{onlyWho(listAudit, "read the audit log")}.</Empty>
        </>
      )}
    </Page>
  );
}

const names = ["from", "to", "who", "action", "resource", "severity", "q"] as const;

function Log() {
  const { timeZone } = useCompany();
  const [search, setSearch] = useSearchParams();
  const { data: chain, error } = useAuditChain();
  const exporting = useExporting();
  const given = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Given;
  const filter = filterOf(given, timeZone);
  const tab = search.get("show") === "chain" ? "chain" : "records";
  const choose = useCallback(
    (name: keyof Given, value: string) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return (
    <>
      <PageHead
        title="Audit log"
        handOn={{ disabled: !!exporting, onCsv: () => startExport("csv", filter) }}
        actions={
          <>
            <Button disabled={!!exporting} onClick={() => void startExport("jsonl", filter)}>
              Export JSON lines
            </Button>
          </>
        }
      >
        {chain ? `${count(chain.records)} records, each with the hash of the one before.` : "Everything that happened."}
      </PageHead>
      {exporting && (
        <div className="mb-3 flex items-center gap-3 text-sm text-ink-2">
          <p role="status" className="num">
            Exporting: {count(exporting.rows)} records read so far
          </p>
          <Button small onClick={exporting.cancel}>
            Cancel export
          </Button>
        </div>
      )}
      <Tabs
        label="Audit log"
        value={tab}
        onChange={(next) => setSearch(next === "chain" ? { show: "chain" } : {}, { replace: true })}
        tabs={[
          {
            value: "records",
            label: "Records",
            content: (
              <>
                <AuditFilters given={given} chain={chain} onChoose={choose} />
                <AuditList
                  key={JSON.stringify(filter)}
                  filter={filter}
                  onClear={() => setSearch({}, { replace: true })}
                />
              </>
            ),
          },
          {
            value: "chain",
            label: "Chain",
            content: chain ? (
              <Chain chain={chain} />
            ) : (
              <LoadingRows error={error} what="The chain could not be loaded" rows={6} />
            ),
          },
        ]}
      />
    </>
  );
}
