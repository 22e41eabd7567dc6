import type { RecordKind } from "#features/records/contract.ts";
import { describedKind, ofDescribed } from "#features/records/kinds/all.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { useSamples, useTemplate } from "./queries.ts";

const hints: Record<RecordKind, string> = {
  ...ofDescribed(({ hint }) => hint),
  customers:
    "Who buys from you, with their status and how much they use the product. Deals, invoices and tickets are linked to them by name.",
  vendors: "Who you buy from, with a yearly budget each. Invoices to pay and contracts are linked to them by name.",
  deals: "What may be sold: stage, amount, expected close. The pipeline and its forecast are worked out from here.",
  invoices:
    "What is to be received and to be paid, each with its due day. Overdue and expected cash are worked out from here.",
  contracts: "What was agreed with whom, until when, and how many days before its end notice must be given.",
  subscriptions:
    "What renews: plans of customers, services and licences you pay for, domains, certificates and tokens that expire.",
  tickets: "Support cases, requests, incidents and promises, with the day by which something was promised.",
};

/** What this list shows, and how to add it. */
export function EmptyList({ kind, canWrite, onImport }: { kind: RecordKind; canWrite: boolean; onImport: () => void }) {
  const samples = useSamples();
  const template = useTemplate();
  const actions = canWrite && (
    <>
      <Button look="primary" onClick={onImport}>
        Import CSV
      </Button>
      <Button disabled={template.isPending} onClick={() => template.mutate({ kind, rows: "none" })}>
        Download template
      </Button>
      {!describedKind(kind) && (
        <Button pending={samples.isPending} onClick={() => samples.mutate("add")}>
          Try with sample data
        </Button>
      )}
    </>
  );
  return (
    <div>
      <Empty title={`No ${kindNames[kind].many} yet`} actions={actions}>
        {hints[kind]}
      </Empty>
    </div>
  );
}
