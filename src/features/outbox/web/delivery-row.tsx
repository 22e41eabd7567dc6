import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { cancelDelivery, type Delivery } from "#features/outbox/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { useNow } from "#ui/clock.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Countdown } from "#ui/kit/countdown.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { type Step, useStep } from "./queries.ts";

const labels: Record<Step, string> = { cancel: "Cancel", send: "Send now", retry: "Try again", done: "Mark as done" };

/** One delivery: what it is and for whom, what is known about it, and what a person can do. */
function Row({
  one,
  aside,
  steps,
  children,
}: {
  one: Delivery;
  aside?: ReactNode;
  steps: readonly Step[];
  children?: ReactNode;
}) {
  const step = useStep();
  const may = useMay(cancelDelivery);
  const shown = steps.filter((each) => each !== "retry" || one.isRepeatable);
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-t border-line py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="font-medium wrap-anywhere">{one.what}</div>
        <div className="text-sm wrap-anywhere text-ink-2">
          {one.kind}, to {one.to}
          {one.allowedBy && (
            <>
              . Allowed by {one.allowedBy}
              {one.decision && (
                <>
                  ,{" "}
                  <Link href={`/decisions/${one.decision.id}`} className="underline underline-offset-2">
                    D-{one.decision.number}
                  </Link>
                </>
              )}
            </>
          )}
        </div>
        {children}
        {step.error && (
          <p role="alert" className="mt-1 text-sm text-danger">
            {sentenceOf(step.error)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 md:flex-col md:items-end">
        {aside && <div className="text-sm text-ink-2">{aside}</div>}
        {may && shown.length > 0 && (
          <div className="flex gap-2">
            {shown.map((each, at) => (
              <Button
                key={each}
                small
                look={at === 0 ? "plain" : "quiet"}
                pending={step.isPending && step.variables.step === each}
                aria-label={`${labels[each]}: ${one.what}`}
                onClick={() => step.mutate({ id: one.id, step: each })}
              >
                {labels[each]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

export function StuckRow({ one, timeZone }: { one: Delivery; timeZone: string }) {
  const isUnknown = one.status === "unknown";
  return (
    <Row
      one={one}
      steps={isUnknown ? ["done", "retry", "cancel"] : ["retry", "cancel", "done"]}
      aside={one.settledAt && <Moment at={one.settledAt} timeZone={timeZone} />}
    >
      <p className="mt-1 max-w-[70ch] text-sm text-pretty text-ink-2">
        <b className="font-semibold text-ink">{isUnknown ? "It may have been sent." : "Not delivered."}</b> {one.answer}
        {one.attempts > 1 && ` ${plural(one.attempts, "attempt")}.`}
        {isUnknown && " Boardroom doesn't send it again on its own."}
        {one.behind > 0 &&
          ` ${plural(one.behind, "newer delivery waits", "newer deliveries wait")} behind it to keep the order.`}
      </p>
    </Row>
  );
}

const waits = {
  hold: "Held: autonomous work is on hold",
  order: "Waits for the one before it",
  destination: "Its destination is failing",
} as const;

export function ScheduledRow({ one }: { one: Delivery }) {
  const now = useNow();
  const isSending = one.status === "sending";
  const isLater = one.dueAt !== null && new Date(one.dueAt) > new Date(now);
  return (
    <Row
      one={one}
      steps={isSending ? [] : one.waitsFor === null && isLater ? ["send", "cancel"] : ["cancel"]}
      aside={
        one.waitsFor ? (
          <span className="inline-flex items-center gap-1.5">
            <Dot tone="warning" />
            {waits[one.waitsFor]}
          </span>
        ) : isSending || !isLater || one.dueAt === null ? (
          "Sending"
        ) : (
          <span className="num">
            in <Countdown until={one.dueAt} />
            <span className="sr-only">moments</span>
          </span>
        )
      }
    >
      {one.attempts > 0 && !isSending && (
        <p className="mt-1 text-sm text-ink-2">
          {plural(one.attempts, "attempt")} so far. {one.answer}
        </p>
      )}
    </Row>
  );
}

export function SettledRow({ one, timeZone }: { one: Delivery; timeZone: string }) {
  return (
    <Row
      one={one}
      steps={[]}
      aside={
        <span className={cx("inline-flex items-center gap-1.5", one.status === "cancelled" && "text-ink-3")}>
          <Dot tone={one.status === "sent" ? "success" : "idle"} />
          {one.status === "sent" ? "Sent" : "Cancelled"}{" "}
          {one.settledAt && <Moment at={one.settledAt} timeZone={timeZone} />}
        </span>
      }
    >
      {one.status === "sent" && one.answer && <p className="mt-0.5 text-sm text-ink-3">{one.answer}</p>}
    </Row>
  );
}
