import { type FormEvent, useState } from "react";
import { kindNames } from "#features/records/fields/fields.ts";
import type { PartyKind, PartyProposals } from "#features/records/naming/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Check, Select } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { toastWithUndo } from "#ui/toast.ts";
import { useCreateParties, useUndoParties } from "./queries.ts";

type Named = PartyProposals["create"][number];
type Choice = "" | "same" | "own";
type Props = { kind: PartyKind; found: PartyProposals; onClose: () => void };

/** Creates customers or vendors from names; what may mean a known one is asked. */
export default function NamesDialog({ kind, found, onClose }: Props) {
  // What was offered when it opened, so that no name moves under the cursor.
  const [{ create, similar, nobody }] = useState(found);
  const [chosen, setChosen] = useState(() => new Set(create.map(({ name }) => name)));
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [fault, setFault] = useState<string>();
  const creating = useCreateParties();
  const undo = useUndoParties();
  const { one, many } = kindNames[kind];
  const names = [...chosen, ...similar.flatMap(({ name }) => (choices[name] === "own" ? [name] : []))];
  const same = similar.flatMap(({ name, existing }) => (choices[name] === "same" ? [{ name, as: existing }] : []));

  const toggle = (name: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creating.isPending || names.length + same.length === 0) return;
    creating.mutate(
      { kind, names, same },
      {
        onSuccess: ({ id, created, linked }) => {
          const linkedText = linked > 0 ? { text: `${plural(linked, "name")} linked` } : {};
          toastWithUndo(`${plural(created, one, many)} created`, () => undo.mutate(id), linkedText);
          onClose();
        },
        onError: (error) => setFault(sentenceOf(error)),
      },
    );
  };
  const checks = (some: readonly Named[]) => (
    <ul>
      {some.map(({ name, rows }) => (
        <li key={name} className="flex min-h-9 items-center gap-3 border-t border-line py-1 text-sm">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <Check label={name} checked={chosen.has(name)} onChange={() => toggle(name)} />
          </span>
          <span className="flex-none text-ink-3">{plural(rows, "record")}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <Dialog
      title={`Create ${many} from names`}
      description={`Records that name one of these are linked to it. You can undo this as one.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-5">
          {similar.length > 0 && (
            <Section title="Is it the same?">
              <ul>
                {similar.map(({ name, rows, existing }) => (
                  <li
                    key={name}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 text-sm"
                  >
                    <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                      {name} <span className="text-ink-3">({plural(rows, "record")})</span>
                    </span>
                    <Select
                      aria-label={`What ${name} is`}
                      className="h-10 w-full min-w-0 md:h-control md:w-64"
                      value={choices[name] ?? ""}
                      onChange={({ target }) => setChoices({ ...choices, [name]: target.value as Choice })}
                    >
                      <option value="">Leave out for now</option>
                      <option value="same">The same as {existing}</option>
                      <option value="own">A {one} of its own</option>
                    </Select>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {create.length > 0 && <Section title={`New ${many}`}>{checks(create)}</Section>}
          {nobody.length > 0 && <Section title="Probably no names">{checks(nobody)}</Section>}
        </DialogBody>
        <DialogFoot>
          <span role="alert" className="min-w-0 flex-1 text-sm text-danger">
            {fault}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={creating.isPending} disabled={names.length + same.length === 0}>
            {names.length > 0 ? `Create ${plural(names.length, one, many)}` : "Link names"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
