import { useState } from "react";
import { lengths } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { rejectionReasons } from "#features/decisions/contract.ts";
import type { LedgerRow } from "#features/decisions/ledger/contract.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { describeExposure } from "./format.ts";
import { countRows, totalOf } from "./ledger-words.ts";
import { useSettleSeveral } from "./queries.ts";

type Props = { rows: readonly LedgerRow[]; undoSeconds: number; onClear: () => void };

const duration = (seconds: number): string =>
  seconds % 60 === 0 ? plural(seconds / 60, "minute") : plural(seconds, "second");

/** Floats above the list while decisions are selected; at the bottom on a phone. */
export function SelectionBar({ rows, undoSeconds, onClear }: Props) {
  const { currency } = useCompany();
  const [choice, setChoice] = useState<boolean | null>(null);
  const total = totalOf(rows, currency);
  return (
    <>
      <div
        role="group"
        aria-label={`${countRows(rows)} selected`}
        data-foot
        className="fixed inset-x-3 bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-raised px-3 py-2 text-sm shadow-lift md:sticky md:inset-auto md:top-16 md:mb-2"
      >
        <span className="mr-auto">
          <span className="font-semibold">{rows.length} selected</span>{" "}
          <span className="num text-ink-2">{total && `${total} in total`}</span>{" "}
          {undoSeconds > 0 && <span className="text-ink-3">You can undo for {duration(undoSeconds)}.</span>}
        </span>
        <Button small look="quiet" onClick={onClear}>
          Clear
        </Button>
        <span className="flex w-full gap-2 *:flex-1 md:w-auto">
          <Button small onClick={() => setChoice(false)}>
            Reject {rows.length}…
          </Button>
          <Button small look="primary" onClick={() => setChoice(true)}>
            Approve {total || rows.length}…
          </Button>
        </span>
      </div>
      {choice !== null && (
        <SettleDialog rows={rows} approved={choice} onClose={() => setChoice(null)} onDone={onClear} />
      )}
    </>
  );
}

type DialogProps = { rows: readonly LedgerRow[]; approved: boolean; onClose: () => void; onDone: () => void };

function SettleDialog({ rows, approved, onClose, onDone }: DialogProps) {
  const { currency } = useCompany();
  const [reason, setReason] = useState("");
  const settle = useSettleSeveral(onDone);
  const total = totalOf(rows, currency);
  const tasks = rows.reduce((sum, { plannedTasks, isTest }) => sum + (isTest ? 0 : plannedTasks), 0);
  const effects = [total && `reserves ${total}`, tasks > 0 && `starts ${plural(tasks, "task")}`].filter(Boolean);
  const word = approved ? "Approve" : "Reject";
  const consequence = approved
    ? `Approving ${effects.join(" and ") || "starts nothing"}.`
    : "Nothing is spent or started. The agents receive the reason.";
  return (
    <Dialog
      title={`${word} ${countRows(rows)}${total ? `, ${total}` : ""}`}
      description={consequence}
      onClose={onClose}
    >
      <DialogBody className="grid gap-4">
        <ul className="text-sm">
          {rows.map((row) => (
            <li key={row.id} className="flex justify-between gap-3 border-t border-line py-2 first:border-t-0">
              <span className="min-w-0">
                {row.title} <span className="text-ink-3">{row.agentName}</span>
              </span>
              <span className="num flex-none">
                {row.isTest ? "Test" : describeExposure(row.exposure, currency)?.figure}
              </span>
            </li>
          ))}
        </ul>
        <div className="grid gap-2">
          {!approved && (
            <div role="group" aria-label="Usual reasons" className="flex flex-wrap gap-1.5">
              {rejectionReasons.map((usual) => (
                <Button key={usual} small aria-pressed={reason === usual} onClick={() => setReason(usual)}>
                  {usual}
                </Button>
              ))}
            </div>
          )}
          <TextField
            label="Reason"
            aside="optional, for all of them"
            maxLength={lengths.reason}
            value={reason}
            onText={setReason}
          />
        </div>
      </DialogBody>
      <footer className="flex flex-none justify-end gap-2 border-t border-line p-4 md:px-6">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          pending={settle.isPending}
          onClick={() => settle.mutate({ chosen: rows, approved, reason: reason.trim() }, { onSettled: onClose })}
        >
          {word} {approved && total ? total : countRows(rows)}
        </Button>
      </footer>
    </Dialog>
  );
}
