import { useState } from "react";
import { lengths } from "#contract/words.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import type { HeldForecast } from "#features/decisions/contract.ts";
import { correctForecast, resolveForecast } from "#features/decisions/outcome/contract.ts";
import { askedOn } from "#features/decisions/outcome/rules.ts";
import { today } from "#ui/clock.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { TextArea, TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { useCorrectForecast, useResolveForecast } from "./outcome-queries.ts";

type ResolvableForecast = Pick<HeldForecast, "position" | "held" | "dueOn" | "resolver"> & {
  measuredBy?: HeldForecast["measuredBy"];
};

/** Buttons for the two outcomes, from the day a person is asked, with an optional measured value and note. */
export function ResolveButtons({ decisionId, forecast }: { decisionId: string; forecast: ResolvableForecast }) {
  const { timeZone } = useCompany();
  const may = useMay(resolveForecast);
  const resolve = useResolveForecast(decisionId);
  const [isOpen, setIsOpen] = useState(false);
  const [value, setValue] = useState("");
  const [note, setNote] = useState("");
  const { position, held, measuredBy = null } = forecast;
  if (held !== null || !may || today(timeZone) < askedOn({ ...forecast, measuredBy })) return null;
  const number = value.trim() === "" ? undefined : Number(value.replaceAll(",", ""));
  const isNumber = number === undefined || Number.isFinite(number);
  const answer = (came: boolean) =>
    resolve.mutate({
      position,
      held: came,
      ...(number !== undefined && { value: number }),
      ...(note.trim() && { note: note.trim() }),
    });
  return (
    <div className="grid gap-2">
      <span className="flex flex-wrap gap-2">
        <Button small disabled={!isNumber} pending={resolve.isPending} onClick={() => answer(false)}>
          Did not come true
        </Button>
        <Button small disabled={!isNumber} pending={resolve.isPending} onClick={() => answer(true)}>
          Came true
        </Button>
        {!isOpen && (
          <Button small look="quiet" onClick={() => setIsOpen(true)}>
            Add value or note
          </Button>
        )}
      </span>
      {isOpen && (
        <span className="grid gap-2 md:grid-cols-[140px_1fr]">
          <TextField
            label="Measured value"
            inputMode="decimal"
            value={value}
            error={isNumber ? undefined : "Enter a number"}
            onText={setValue}
          />
          <TextField label="Source or note" maxLength={lengths.reason} value={note} onText={setNote} />
        </span>
      )}
    </div>
  );
}

/** Lets an admin correct a recorded outcome with a reason. */
export function CorrectButton({ decisionId, forecast }: { decisionId: string; forecast: HeldForecast }) {
  const may = useMay(correctForecast);
  const [isOpen, setIsOpen] = useState(false);
  if (!may || forecast.held === null) return null;
  return (
    <>
      <Button small look="quiet" onClick={() => setIsOpen(true)}>
        Correct
      </Button>
      {isOpen && <CorrectDialog decisionId={decisionId} forecast={forecast} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CorrectDialog({
  decisionId,
  forecast: { claim, held, position },
  onClose,
}: {
  decisionId: string;
  forecast: HeldForecast;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const correct = useCorrectForecast(decisionId, onClose);
  const next = held ? "Did not come true" : "Came true";
  return (
    <ActionDialog
      title="Correct outcome"
      description={claim}
      onClose={onClose}
      className="grid gap-3"
      submit={`Correct to “${next}”`}
      disabled={reason.trim() === ""}
      pending={correct.isPending}
      onSubmit={() => correct.mutate({ position, held: !held, reason: reason.trim() })}
    >
      <p className="text-sm text-ink-2">
        Recorded: {held ? "came true" : "did not come true"}. The scores change, and the history keeps both.
      </p>
      <TextArea label="Reason" maxLength={lengths.reason} value={reason} onText={setReason} />
      <Problem of={correct.error} />
    </ActionDialog>
  );
}
