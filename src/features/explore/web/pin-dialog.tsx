import { useState } from "react";
import type { QueryResult } from "#contract/query.ts";
import { shorten } from "#contract/words.ts";
import { sentenceOf } from "#ui/api.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useAddPin } from "./queries.ts";

const longest = 100;

/** Asks for the card's title. */
export default function PinDialog({ result, onClose }: { result: QueryResult; onClose: () => void }) {
  const [title, setTitle] = useState(shorten(result.title, longest));
  const add = useAddPin();
  const fault = title.trim() === "" ? "Give it a title" : add.error ? sentenceOf(add.error) : undefined;
  return (
    <ActionDialog
      title="Pin to dashboard"
      description="Everybody in the company sees it, always up to date."
      onClose={onClose}
      submit="Pin to dashboard"
      pending={add.isPending}
      busy={add.isPending}
      onSubmit={() => {
        if (title.trim() !== "") add.mutate({ title: title.trim(), query: result.query }, { onSuccess: onClose });
      }}
    >
      <TextField
        label="Title"
        autoFocus
        value={title}
        maxLength={longest}
        onFocus={({ target }) => target.select()}
        error={fault}
        onText={(typed) => {
          setTitle(typed);
          add.reset();
        }}
      />
    </ActionDialog>
  );
}
