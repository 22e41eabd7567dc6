import { Undo2 } from "lucide-react";
import { useState } from "react";
import { lengths } from "#contract/words.ts";
import { useMay, useUser } from "#features/accounts/web/queries.ts";
import { type Decision, rejectionReasons, undoDecision } from "#features/decisions/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Countdown } from "#ui/kit/countdown.tsx";
import { cx } from "#ui/kit/cx.ts";
import { TextField } from "#ui/kit/field.tsx";
import { refresh } from "#ui/query.ts";
import { useGiveReason, useUndo } from "./queries.ts";

type Settled = Pick<Decision, "id" | "title" | "status" | "isTest" | "undoUntil" | "approvedBy" | "rejectedBy">;

const isByPolicy = ({ approvedBy }: Pick<Settled, "approvedBy">): boolean => approvedBy === "policy";

/** Who may still undo it: the person who settled it, admins, and any approver if the policy approved it. */
function useMayChange(decision: Settled): boolean {
  const { undoUntil, approvedBy, rejectedBy } = decision;
  const user = useUser();
  const may = useMay(undoDecision);
  if (!may || undoUntil === null || !user) return false;
  return isByPolicy(decision) || user.role === "admin" || user.username === (approvedBy ?? rejectedBy);
}

/** The effects run shortly after the undo time, so the page refetches then. */
const refreshAfterEffects = () =>
  setTimeout(() => void refresh("decisions", "tasks", "communications", "authority"), 2_000);

/** "Effects in 1:43 · Undo" while a settled decision can be undone. */
export function UndoLine({
  decision,
  onUndone,
  inline,
}: {
  decision: Settled;
  onUndone?: () => void;
  inline?: boolean;
}) {
  const may = useMayChange(decision);
  const undo = useUndo(decision, onUndone);
  const [reason, setReason] = useState<string | null>(null);
  const { undoUntil, isTest, status } = decision;
  if (!undoUntil) return null;
  if (may && reason !== null)
    return (
      <form
        className="grid gap-2 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim()) undo.mutate(reason.trim());
        }}
      >
        <TextField
          label="What was wrong?"
          hint="It counts against the agent's record: its level for this type goes down one step."
          maxLength={lengths.reason}
          value={reason}
          autoFocus
          onText={setReason}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" pending={undo.isPending} disabled={!reason.trim()}>
            Undo for this reason
          </Button>
          <Button onClick={() => setReason(null)}>Cancel</Button>
        </div>
      </form>
    );
  const what = isTest ? "Final in" : status === "approved" ? "Effects in" : "The agent is notified in";
  return (
    <span className={cx("inline-flex flex-wrap items-center gap-x-2 text-sm text-ink-2", !inline && "py-1")}>
      <span className="num">
        {what} <Countdown until={undoUntil} onEnd={refreshAfterEffects} />
      </span>
      {may && (
        <Button small look={inline ? "quiet" : "plain"} pending={undo.isPending} onClick={() => undo.mutate(undefined)}>
          <Undo2 size={14} strokeWidth={1.75} aria-hidden /> Undo
        </Button>
      )}
      {may && !inline && isByPolicy(decision) && (
        <Button small look="quiet" disabled={undo.isPending} onClick={() => setReason("")}>
          Undo with a reason
        </Button>
      )}
    </span>
  );
}

/** Asks why it was rejected: common reasons with one click, or the person's own words. */
export function GiveReason({ decision }: { decision: Settled & Pick<Decision, "reason" | "agentName"> }) {
  const may = useMayChange(decision);
  const give = useGiveReason(decision.id);
  const [otherReason, setOtherReason] = useState<string | null>(null);
  const given = give.data?.reason ?? decision.reason;
  if (decision.status !== "rejected" || !may || given) return null;
  const send = (reason: string) => reason.trim() && give.mutate(reason.trim());
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send(otherReason ?? "");
      }}
    >
      <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label="Why was it rejected?">
        <span className="mr-1 text-sm text-ink-2">Why? Optional, saved for {decision.agentName}.</span>
        {rejectionReasons.map((reason) => (
          <Button key={reason} small disabled={give.isPending} onClick={() => send(reason)}>
            {reason}
          </Button>
        ))}
        {otherReason === null && (
          <Button small look="quiet" onClick={() => setOtherReason("")}>
            Other reason
          </Button>
        )}
      </div>
      {otherReason !== null && (
        <div className="flex items-end gap-2">
          <TextField
            frame="flex-1"
            label="Reason"
            maxLength={lengths.reason}
            value={otherReason}
            autoFocus
            onText={setOtherReason}
          />
          <Button type="submit" pending={give.isPending} disabled={!otherReason.trim()}>
            Save reason
          </Button>
        </div>
      )}
    </form>
  );
}
