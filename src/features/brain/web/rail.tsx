import { useState } from "react";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { addNote } from "#features/brain/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { shortDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { toast } from "#ui/toast.ts";
import { useAddNote, useInsights } from "./queries.ts";

/** The newest reflection; its question is answered with a note. */
export function LastReflection() {
  const { data } = useInsights();
  const { timeZone } = useCompany();
  const reflection = data?.pages.flatMap(({ rows }) => rows).find(({ day }) => day !== null);
  if (!reflection) return null;
  return (
    <Section title={reflection.title} note={shortDate(reflection.createdAt, timeZone)}>
      <p className="border-t border-line pt-3 whitespace-pre-line text-pretty wrap-anywhere">{reflection.insight}</p>
    </Section>
  );
}

/** Something the company should know, typed in. */
export function AddNote() {
  const [content, setContent] = useState("");
  const add = useAddNote();
  const may = useMay(addNote);
  if (!may) return null;
  return (
    <Section title="Add a note">
      <form
        className="grid gap-2 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (content.trim() === "") return;
          add.mutate(content.trim(), {
            onSuccess: () => {
              setContent("");
              toast("Note added");
            },
          });
        }}
      >
        <TextArea
          label="What should the company know?"
          value={content}
          maxLength={10_000}
          error={add.error ? sentenceOf(add.error) : undefined}
          onText={setContent}
        />
        <Button
          type="submit"
          small
          className="justify-self-start"
          disabled={content.trim() === ""}
          pending={add.isPending}
        >
          Add note
        </Button>
      </form>
    </Section>
  );
}
