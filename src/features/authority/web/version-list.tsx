import { useState } from "react";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type PolicyVersion, restoreVersion } from "#features/authority/versions/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { describeDifference } from "./limit-words.ts";
import { useRestore, useVersions } from "./queries.ts";

type Props = { current: number; shown: number | null; onCompare: (version: number) => void };

/** Who changed what and when, newest first; an old version can be compared and brought back. */
export function VersionList({ current, shown, onCompare }: Props) {
  const list = useVersions();
  const may = useMay(restoreVersion);
  const [restored, setRestored] = useState<PolicyVersion | null>(null);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Section title="Versions">
      {!list.data && <LoadingRows error={list.error} what="Couldn't load the versions" rows={3} />}
      {list.data && rows.length === 0 && (
        <p className="border-t border-line py-2.5 text-ink-2">No changes yet. The default limits apply.</p>
      )}
      <ul className="text-sm">
        {rows.map((row) => (
          <li
            key={row.version}
            aria-current={row.version === shown || undefined}
            className="-mx-2 border-t border-line px-2 py-2.5 first:border-t-0 aria-[current]:bg-accent-wash"
          >
            <div className="flex items-baseline gap-2">
              <button type="button" className="font-medium text-accent" onClick={() => onCompare(row.version)}>
                Version {row.version}
              </button>
              <span className="ml-auto flex items-center gap-1.5 text-ink-2">
                {row.version === current ? (
                  <>
                    <Dot tone="success" /> Applies
                  </>
                ) : (
                  may && (
                    <Button
                      small
                      look="quiet"
                      aria-label={`Roll back to version ${row.version}`}
                      onClick={() => setRestored(row)}
                    >
                      Roll back
                    </Button>
                  )
                )}
              </span>
            </div>
            <Summary row={row} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button small className="mt-2" onClick={() => void list.showOlder()}>
          Show older
        </Button>
      )}
      {restored && <RestoreDialog row={restored} base={current} onClose={() => setRestored(null)} />}
    </Section>
  );
}

function Summary({ row }: { row: PolicyVersion }) {
  const { currency, timeZone } = useCompany();
  const [first, ...more] = row.changes;
  return (
    <p className="text-xs text-pretty text-ink-3">
      {row.changedBy === "default" ? (
        "The defaults"
      ) : (
        <>
          {row.changedBy}, <Moment at={row.createdAt} timeZone={timeZone} />
        </>
      )}
      {row.restores !== null && `. Brought back version ${row.restores}`}
      {first && `. ${describeDifference(first, currency)}`}
      {more.length > 0 && ` and ${more.length} more`}
      {row.note && row.changedBy !== "default" && <span className="block text-ink-2">“{row.note}”</span>}
    </p>
  );
}

function RestoreDialog({ row, base, onClose }: { row: PolicyVersion; base: number; onClose: () => void }) {
  const restore = useRestore();
  return (
    <Dialog
      title={`Roll back to version ${row.version}`}
      description={`Saves its limits as version ${base + 1}. Nothing in the history changes.`}
      onClose={onClose}
    >
      {restore.error && (
        <DialogBody>
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(restore.error)}
          </p>
        </DialogBody>
      )}
      <footer className="flex flex-none justify-end gap-2 border-t border-line p-4 md:px-6">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={restore.isPending}
          onClick={() => restore.mutate({ version: row.version, base }, { onSuccess: onClose })}
        >
          Save version {base + 1}
        </Button>
      </footer>
    </Dialog>
  );
}
