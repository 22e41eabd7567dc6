import { useCompany } from "#features/accounts/web/queries.ts";
import type { AuditRecord } from "#features/security/audit/contract.ts";
import { count, exactTime, sentenceCase } from "#ui/format.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useAuditRecord } from "./queries.ts";

/** One record: who did what, what changed, where the request came from, and its place in the chain. */
export function AuditRecordDialog({ seq, onClose }: { seq: number; onClose: () => void }) {
  const { data, error } = useAuditRecord(seq);
  return (
    <Dialog title={data?.title ?? `Record ${count(seq)}`} onClose={onClose}>
      <div className="min-h-0 overflow-y-auto p-4 md:px-6">
        {error && !data ? (
          <Fault error={error} what="The record could not be loaded" />
        ) : data ? (
          <Content record={data} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    </Dialog>
  );
}

function Content({ record }: { record: AuditRecord }) {
  const { timeZone } = useCompany();
  const { seq, at, actor, agent, action, resource, resourceId, severity, details, origin, withoutOrigin } = record;
  const groups: [string, [string, string][]][] = [
    [
      "What happened",
      [
        ["Record", count(seq)],
        ["Time", exactTime(at, timeZone)],
        ["Actor", actor.name],
        ...(agent && agent !== actor.name ? ([["About agent", agent]] as [string, string][]) : []),
        ["Action", action],
        ["Resource", resourceId ? `${resource} ${resourceId}` : resource],
        ["Severity", sentenceCase(severity)],
      ],
    ],
    ["What changed", details.map(({ name, value }) => [sentenceCase(name), value])],
    [
      "Where from",
      origin
        ? [
            ["Address", origin.address],
            ["Device", origin.device ?? "Unknown browser"],
            ["Request", origin.requestId ?? "Not recorded by an earlier version"],
          ]
        : [["Origin", withoutOrigin ?? "Unknown"]],
    ],
    [
      "Place in the chain",
      [
        ["Hash", record.hash],
        ["Hash before", record.prevHash],
      ],
    ],
  ];
  return groups
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => (
      <section key={title} aria-label={title} className="mb-5">
        <h3 className="pb-1 text-sm font-semibold">{title}</h3>
        <dl>
          {rows.map(([name, value]) => (
            <div key={name} className="grid gap-x-4 border-t border-line py-1.5 md:grid-cols-[132px_minmax(0,1fr)]">
              <dt className="text-sm text-ink-3">{name}</dt>
              <dd className="min-w-0 text-sm wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    ));
}
