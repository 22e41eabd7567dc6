import { useState } from "react";
import { maxSeats, type Seats } from "#features/members/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useChangeSeats } from "./queries.ts";

/** Sets how many people the company may have. */
export default function SeatsDialog({ seats, onClose }: { seats: Seats; onClose: () => void }) {
  const [typed, setTyped] = useState(String(seats.most));
  const change = useChangeSeats(onClose);
  const most = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  const isReadable = most >= Math.max(1, seats.taken) && most <= maxSeats;
  const hint = `From ${Math.max(1, seats.taken)}, the seats taken, to ${maxSeats}.`;
  return (
    <ActionDialog
      title="How many people"
      onClose={onClose}
      submit="Save"
      disabled={!isReadable || most === seats.most}
      pending={change.isPending}
      onSubmit={() => {
        if (isReadable) change.mutate(most);
      }}
    >
      <TextField
        label="People and open invitations, at most"
        inputMode="numeric"
        value={typed}
        hint={hint}
        error={isReadable ? (change.error ? sentenceOf(change.error) : undefined) : `Enter a number: ${hint}`}
        onText={setTyped}
      />
    </ActionDialog>
  );
}
