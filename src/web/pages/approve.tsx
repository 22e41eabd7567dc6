import { useState } from "react";
import { Link } from "wouter";
import type { LinkedProposal } from "#features/notifications/approving/contract.ts";
import { useLinkedProposal, useSettleByLink } from "#features/notifications/web/approval-queries.ts";
import { CallError, sentenceOf } from "#ui/api.ts";
import { longDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Loading } from "../shell/loading.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** Where the link of a mail leads: its token is after the hash, which is never sent, and only a button decides. */
export default function ApprovePage() {
  const [token] = useState(() => location.hash.slice(1));
  const { data, error } = useLinkedProposal(token);
  if (!data && !error) return <Loading />;
  if (data) return <Proposal proposal={data} token={token} />;
  return (
    <PlainFrame title="Proposal">
      {error instanceof CallError && error.status < 500 ? (
        <>
          <p className="mb-4 text-pretty text-ink-2">{sentenceOf(error)}.</p>
          <Link href="/decisions">Open Boardroom</Link>
        </>
      ) : (
        <Fault error={error} what="The proposal could not be loaded" />
      )}
    </PlainFrame>
  );
}

function Proposal({ proposal, token }: { proposal: LinkedProposal; token: string }) {
  const { companyName, person, number, title, agentName, agentRole, recommendation, reasons, expiresAt, href } =
    proposal;
  const [reason, setReason] = useState("");
  const settle = useSettleByLink(token);
  const answer = (approved: boolean) => settle.mutate({ approved, ...(reason.trim() && { reason: reason.trim() }) });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (settle.data)
    return (
      <PlainFrame title={settle.data.approved ? "Approved" : "Rejected"}>
        <p className="mb-4 text-pretty wrap-anywhere text-ink-2">
          {title}, decided by {person}.{settle.data.undoUntil && " It can still be undone in Boardroom."}
        </p>
        <Link href={href}>Open D-{number}</Link>
      </PlainFrame>
    );
  return (
    <PlainFrame title={title}>
      <p className="mb-3 text-sm text-ink-2">
        {companyName}, D-{number}. Proposed by {agentName} ({agentRole}). Expires {longDate(expiresAt, zone)}.
      </p>
      <p className="mb-3 text-pretty wrap-anywhere whitespace-pre-line">{recommendation}</p>
      {reasons.length > 0 && (
        <p className="mb-4 text-sm text-pretty text-ink-2">Why it needs you: {reasons.join("; ")}</p>
      )}
      <TextField label="Reason (optional)" value={reason} maxLength={2_000} onText={setReason} />
      {settle.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {sentenceOf(settle.error)}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" pending={settle.isPending} onClick={() => answer(true)}>
          Approve
        </Button>
        <Button disabled={settle.isPending} onClick={() => answer(false)}>
          Reject
        </Button>
      </div>
      <p className="mt-4 text-sm text-pretty text-ink-3">
        You decide as {person}.{" "}
        <Link href={href} className="underline underline-offset-2">
          Open it in Boardroom
        </Link>{" "}
        for its figures.
      </p>
    </PlainFrame>
  );
}
