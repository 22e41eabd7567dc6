/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex --
   a card is focused as a whole, so that the keys a and r know which one they decide */
import { useId } from "react";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type DecisionLine, settleDecision } from "#features/decisions/contract.ts";
import { useDraft } from "#ui/draft.ts";
import { Button, Key } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { DecisionRow } from "./decision-row.tsx";
import { ExpandedDecision } from "./expanded-decision.tsx";
import { approveLabel } from "./format.ts";
import { type Outcome, useSettle } from "./queries.ts";
import { useDecideKeys } from "./use-keys.ts";

type Props = {
  decision: DecisionLine;
  full: boolean;
  primary: boolean;
  onOpen: () => void;
  onEnd: (outcome: Outcome) => void;
};

/** A pending decision, expanded or as one row; the keys a and r decide while it is focused. */
export function DecisionCard({ decision, full, primary, onOpen, onEnd }: Props) {
  const [reason, setReason, sent] = useDraft(`reason.${decision.id}`);
  const settle = useSettle((outcome) => {
    sent(reason);
    onEnd(outcome);
  });
  const title = useId();
  const { currency } = useCompany();
  const may = useMay(settleDecision);
  const choose = (approved: boolean) => {
    if (settle.isPending || !may) return;
    settle.mutate({ decision, approved, ...(reason.trim() ? { reason: reason.trim() } : {}) });
  };
  const keys = useDecideKeys(choose);
  const choice = settle.variables?.approved;
  const buttons = !may ? (
    full && <p className="order-2 w-full text-sm text-ink-3">{onlyWho(settleDecision, "decide this")}</p>
  ) : (
    <div
      className={cx(
        "flex flex-wrap gap-2 *:flex-auto md:*:flex-none",
        // A phone opens the row first.
        full ? "order-2 mt-1 w-full md:order-none md:mt-0 md:ml-auto md:w-auto" : "max-md:hidden",
      )}
    >
      <Button small={!full} disabled={settle.isPending} onClick={() => choose(false)} aria-describedby={title}>
        {settle.isPending && choice === false ? "Rejecting..." : "Reject"} {keys.shown && <Key>r</Key>}
      </Button>
      <Button
        small={!full}
        look={primary ? "primary" : "plain"}
        disabled={settle.isPending}
        onClick={() => choose(true)}
        aria-describedby={title}
      >
        {settle.isPending && choice === true ? "Approving..." : approveLabel(decision, currency, !full)}{" "}
        {keys.shown && <Key onFill={primary}>a</Key>}
      </Button>
    </div>
  );
  return (
    <article
      aria-labelledby={title}
      aria-keyshortcuts={may ? "a r" : undefined}
      data-decision={decision.id}
      tabIndex={0}
      {...keys.on}
      onFocus={(event) => {
        keys.on.onFocus(event);
        if (event.target === event.currentTarget) onOpen();
      }}
      className="rounded-card border border-line-strong bg-surface focus-visible:-outline-offset-1"
    >
      {full ? (
        <ExpandedDecision decision={decision} titleId={title} reason={reason} onReason={setReason} buttons={buttons} />
      ) : (
        <DecisionRow decision={decision} titleId={title} buttons={buttons} />
      )}
    </article>
  );
}
