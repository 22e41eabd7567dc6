import { useState } from "react";
import type { Actions } from "#features/privacy/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { toast } from "#ui/toast.ts";
import { useDeleteOwn } from "./queries.ts";

const word = "DELETE";

export function DeleteForm({ actions }: { actions: Actions | undefined }) {
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [company, setCompany] = useState<"now" | "in 30 days">("in 30 days");
  const remove = useDeleteOwn();
  const closesCompany = actions?.closesCompany ?? false;
  return (
    <form
      noValidate
      aria-label="Delete your data"
      className="grid content-start gap-3 rounded-card border border-line-strong p-4 md:col-span-2 md:px-5 lg:col-span-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === word)
          remove.mutate({ reason: reason || "Requested on the privacy page", ...(closesCompany && { company }) });
        else toast("Confirmation required", "Please type 'DELETE' to confirm permanent data deletion.", "danger");
      }}
    >
      <div>
        <h2 className="font-semibold tracking-[-0.006em]">Delete your data</h2>
        <p className="text-sm text-pretty text-ink-2">
          Removes your account, your messages and comments, and your name. Decisions stay, without your name. This can't
          be undone.
        </p>
      </div>
      <TextField label="Reason" aside="optional" maxLength={500} value={reason} onText={setReason} />
      <TextField
        label="Type DELETE to confirm"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onText={setTyped}
        error={
          typed !== "" && !word.startsWith(typed)
            ? "Confirmation required. Please type 'DELETE' to confirm permanent data deletion."
            : undefined
        }
      />
      {closesCompany && (
        <Segmented
          label="When to delete the company"
          options={[
            { value: "in 30 days", label: "Keep it closed for 30 days" },
            { value: "now", label: "Delete now" },
          ]}
          value={company}
          onChange={setCompany}
        />
      )}
      <Button
        type="submit"
        className="w-full"
        look={typed === word ? "destructive" : "plain"}
        disabled={typed !== word}
        pending={remove.isPending}
      >
        Delete my data
      </Button>
      <Problem of={remove.error} />
      {actions && <p className="text-xs text-pretty text-ink-3">{describe(actions, company)}</p>}
    </form>
  );
}

const ofCompany = {
  "in 30 days":
    "You are the only admin: the company closes at once, nobody can sign in any more, and all of it is deleted after 30 days. You are given an address to download it until then.",
  now: "You are the only admin: the company closes at once, nobody can sign in any more, and all of it is deleted now.",
};

function describe({ closesCompany, otherAdmin, mayDelete }: Actions, when: keyof typeof ofCompany): string {
  const company = closesCompany
    ? ofCompany[when]
    : otherAdmin
      ? `${otherAdmin} stays as admin, so the company stays too.`
      : "";
  return `${company}${mayDelete ? "" : " Sign in again first: this needs a sign-in of the last 30 minutes."}`.trim();
}
