import { useState } from "react";
import type { QueryResult } from "#contract/query.ts";
import { shorten } from "#contract/words.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useAddPin } from "./queries.ts";

const longest = 100;

/** Asks for the card's title. */
export default function PinDialog({ result, onClose }: { result: QueryResult; onClose: () => void }) {
  const [title, setTitle] = useState(shorten(result.title, longest));
  const add = useAddPin();
  const fault = title.trim() === "" ? "Give it a title" : add.error ? sentenceOf(add.error) : undefined;
  return (
    <Dialog
      title="Pin to dashboard"
      description="Everybody in the company sees it, always up to date."
      onClose={onClose}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== "") add.mutate({ title: title.trim(), query: result.query }, { onSuccess: onClose });
        }}
      >
        <DialogBody>
          <TextField
            label="Title"
            autoFocus
            value={title}
            maxLength={longest}
            onFocus={({ target }) => target.select()}
            error={fault}
            onChange={({ target }) => {
              setTitle(target.value);
              add.reset();
            }}
          />
        </DialogBody>
        <DialogFoot>
          <Button disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" pending={add.isPending}>
            Pin to dashboard
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
