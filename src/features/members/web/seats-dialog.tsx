import { useState } from "react";
import { maxSeats, type Seats } from "#features/members/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
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
    <Dialog title="How many people" onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReadable) change.mutate(most);
        }}
      >
        <DialogBody>
          <TextField
            label="People and open invitations, at most"
            inputMode="numeric"
            value={typed}
            hint={hint}
            error={isReadable ? (change.error ? sentenceOf(change.error) : undefined) : `Enter a number: ${hint}`}
            onChange={({ target }) => setTyped(target.value)}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReadable || most === seats.most} pending={change.isPending}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
