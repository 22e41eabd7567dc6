import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowUp, X } from "lucide-react";
import { useState } from "react";
import {
  applyRules,
  type CategoryRule,
  type CategoryRules,
  listRules,
  mostRules,
  setRules,
} from "#features/records/categories/contract.ts";
import { call, sentenceOf } from "#ui/api.ts";
import { count, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { SelectField, TextField } from "#ui/kit/field.tsx";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure, toastWithUndo } from "#ui/toast.ts";

type Draft = { id: string; contains: string; counterparty: string; sign: "" | "in" | "out"; category: string };
const toDraft = ({ contains, counterparty, sign, ...rule }: CategoryRule): Draft => ({
  id: rule.id,
  category: rule.category,
  contains: contains ?? "",
  counterparty: counterparty ?? "",
  sign: sign ?? "",
});
const toRule = ({ contains, counterparty, sign, ...rule }: Draft): CategoryRule => ({
  ...rule,
  contains: contains.trim() || null,
  counterparty: counterparty.trim() || null,
  sign: sign || null,
});
const isEmpty = ({ contains, counterparty, sign, category }: Draft): boolean =>
  !contains.trim() && !counterparty.trim() && !sign && !category.trim();
const newRule = (): Draft => ({ id: crypto.randomUUID(), contains: "", counterparty: "", sign: "", category: "" });

const save = (rules: readonly CategoryRule[]) => call(setRules, { body: { rules: [...rules] } });
const refreshRecords = () => refresh("records");

/** The rules that give transactions a category: edited as a list, saved and applied as one. */
export default function CategoryRulesDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(read(listRules, {}));
  return (
    <Dialog wide title="Rules for categories" onClose={onClose}>
      {data ? <Rules known={data} onClose={onClose} /> : <DialogBody>Loading…</DialogBody>}
    </Dialog>
  );
}

function Rules({ known, onClose }: { known: CategoryRules; onClose: () => void }) {
  const [drafts, setDrafts] = useState(() => (known.rules.length > 0 ? known.rules.map(toDraft) : [newRule()]));
  const [fault, setFault] = useState<string>();
  const before = known.rules.map(({ rows: _, ...rule }) => rule);
  const undo = () => void save(before).then(refreshRecords, (error: unknown) => toastFailure("Undo", error));
  const saving = useMutation({
    mutationFn: () => save(drafts.filter((draft) => !isEmpty(draft)).map(toRule)),
    onSuccess: async ({ rules, none }) => {
      await refreshRecords();
      const rows = rules.reduce((sum, rule) => sum + rule.rows, 0);
      toastWithUndo("Rules saved", undo, {
        text: `${plural(rows, "transaction")} by a rule, ${count(none)} without a category.`,
      });
      onClose();
    },
    onError: (error) => setFault(sentenceOf(error)),
  });
  const applying = useSend(applyRules, null, {
    done: async ({ none }) => {
      await refreshRecords();
      toast("Rules applied", `${plural(none, "transaction")} without a category.`);
    },
    failed: (error) => setFault(sentenceOf(error)),
  });
  const change = (at: number, to: Partial<Draft>) => {
    setFault(undefined);
    setDrafts(drafts.map((draft, place) => (place === at ? { ...draft, ...to } : draft)));
  };
  const rowsOf = (id: string) => known.rules.find((rule) => rule.id === id)?.rows;
  return (
    <>
      <DialogBody>
        <p className="max-w-[70ch] pb-3 text-sm text-ink-2">
          The first rule that applies sets the category; those set by you or a file stay.{" "}
          {known.given > 0 && `${plural(known.given, "transaction keeps its", "transactions keep their")} own, `}
          {plural(known.none, "transaction has", "transactions have")} none.
        </p>
        <ol className="grid gap-3">
          {drafts.map((draft, at) => (
            <li
              key={draft.id}
              className="grid grid-cols-2 items-end gap-2 border-t border-line pt-3 md:grid-cols-[1fr_1fr_7rem_1fr_auto]"
            >
              <TextField
                label="Contains"
                value={draft.contains}
                maxLength={100}
                onChange={(event) => change(at, { contains: event.target.value })}
              />
              <TextField
                label="Counterparty is"
                value={draft.counterparty}
                maxLength={100}
                onChange={(event) => change(at, { counterparty: event.target.value })}
              />
              <SelectField
                label="Direction"
                value={draft.sign}
                onChange={(event) => change(at, { sign: event.target.value as Draft["sign"] })}
              >
                <option value="">Any</option>
                <option value="in">In</option>
                <option value="out">Out</option>
              </SelectField>
              <TextField
                label="Category"
                aside={rowsOf(draft.id) === undefined ? undefined : plural(rowsOf(draft.id) ?? 0, "row")}
                value={draft.category}
                maxLength={100}
                onChange={(event) => change(at, { category: event.target.value })}
              />
              <span className="col-span-2 flex justify-end md:col-span-1">
                <Button
                  small
                  look="quiet"
                  aria-label="Move up"
                  disabled={at === 0}
                  onClick={() => setDrafts(drafts.toSpliced(at, 1).toSpliced(at - 1, 0, draft))}
                >
                  <ArrowUp size={15} aria-hidden />
                </Button>
                <Button small look="quiet" aria-label="Remove rule" onClick={() => setDrafts(drafts.toSpliced(at, 1))}>
                  <X size={15} aria-hidden />
                </Button>
              </span>
            </li>
          ))}
        </ol>
        <Button
          small
          className="mt-3"
          disabled={drafts.length >= mostRules}
          onClick={() => setDrafts([...drafts, newRule()])}
        >
          Add rule
        </Button>
      </DialogBody>
      <DialogFoot
        note={
          <span role="alert" className="text-danger">
            {fault}
          </span>
        }
      >
        <Button pending={applying.isPending} disabled={known.rules.length === 0} onClick={() => applying.mutate()}>
          Apply again
        </Button>
        <Button look="primary" pending={saving.isPending} onClick={() => saving.mutate()}>
          Save and apply
        </Button>
      </DialogFoot>
    </>
  );
}
