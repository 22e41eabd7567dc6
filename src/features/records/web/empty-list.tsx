import { type RecordKind, sampledKinds } from "#features/records/contract.ts";
import { kindOf } from "#features/records/kinds/all.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { useSamples, useTemplate } from "./queries.ts";

/** What this list shows, and how to add it. */
export function EmptyList({ kind, canWrite, onImport }: { kind: RecordKind; canWrite: boolean; onImport: () => void }) {
  const samples = useSamples();
  const template = useTemplate();
  const actions = canWrite && (
    <>
      <Button look="primary" onClick={onImport}>
        Import files
      </Button>
      <Button disabled={template.isPending} onClick={() => template.mutate({ kind, rows: "none" })}>
        Download template
      </Button>
      {sampledKinds.some((one) => one === kind) && (
        <Button pending={samples.isPending} onClick={() => samples.mutate("add")}>
          Try with sample data
        </Button>
      )}
    </>
  );
  return (
    <div>
      <Empty title={`No ${kindNames[kind].many} yet`} actions={actions}>
        {kindOf(kind).hint}
      </Empty>
    </div>
  );
}
