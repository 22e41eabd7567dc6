import { type FormEvent, useState } from "react";
import { lengths } from "#contract/words.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextArea, TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { useAddClient } from "./queries.ts";

/** Adds a client; its ID is then in the list. */
export default function AddClientDialog({ onClose }: { onClose: () => void }) {
  const add = useAddClient(onClose);
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ name, redirectUris: addresses.split(/\s+/).filter(Boolean) });
  };
  return (
    <Dialog title="Add a client" onClose={onClose}>
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4">
          <TextField
            label="Program"
            placeholder="ChatGPT"
            required
            maxLength={lengths.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <TextArea
            label="Redirect addresses"
            hint="One a line, as the program shows them."
            required
            rows={3}
            value={addresses}
            onChange={({ target }) => setAddresses(target.value)}
          />
          <Problem of={add.error} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={add.isPending}>
            Add client
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
