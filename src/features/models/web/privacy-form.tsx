import { useState } from "react";
import type { ModelSettings } from "#features/models/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Check, Options, SelectField } from "#ui/kit/field.tsx";
import { useChangePrivacy } from "./queries.ts";

export const keptFor = (days: number | null): string =>
  days === null ? "As long as their runs" : days === 365 ? "1 year" : days === 1 ? "1 day" : `${days} days`;

/** Sets how long prompts and replies are kept, what is hidden, and withdraws the consent to the operator's provider. */
export default function PrivacyForm({ settings, onClose }: { settings: ModelSettings; onClose: () => void }) {
  const { connection, keepDays } = settings;
  const agreed = connection?.setBy === "operator" && connection.accounts.some(({ consent }) => consent !== null);
  const [days, setDays] = useState(keepDays);
  const [hidesPersonalDetails, setHides] = useState(settings.hidesPersonalDetails);
  const [agrees, setAgrees] = useState(agreed);
  const change = useChangePrivacy(onClose);
  const choices = [...new Set([30, 90, 180, 365, ...(keepDays === null ? [] : [keepDays])])].toSorted((a, b) => a - b);
  return (
    <ActionDialog
      title="Privacy"
      onClose={onClose}
      className="grid content-start gap-4"
      submit="Save"
      pending={change.isPending}
      onSubmit={() => change.mutate({ keepDays: days, hidesPersonalDetails, agreesToOperator: agreed ? agrees : null })}
    >
      <SelectField
        label="Keep prompts and replies"
        hint="Older ones are deleted every night. Answers, figures and costs stay."
        value={days ?? ""}
        onText={(typed) => setDays(typed === "" ? null : Number(typed))}
      >
        <Options of={choices.map((choice) => [choice, keptFor(choice)])} />
        <option value="">{keptFor(null)}</option>
      </SelectField>
      {connection?.setBy === "company" && (
        <Check
          label="Hide email addresses and telephone numbers before sending"
          checked={hidesPersonalDetails}
          onChange={({ target }) => setHides(target.checked)}
        />
      )}
      {agreed && (
        <Check
          label="The company's data may go to the operator's provider"
          checked={agrees}
          onChange={({ target }) => setAgrees(target.checked)}
        />
      )}
    </ActionDialog>
  );
}
