import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { memberRoles } from "#contract/roles.ts";
import { email } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { useEntry } from "#features/accounts/web/recovery.ts";
import type { Seats } from "#features/members/contract.ts";
import { decides } from "#features/members/rules.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { currencySign, sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { amountIn, typedAmount } from "./amount.ts";
import { type OnLink, useInvite } from "./queries.ts";

const form = z.strictObject({ email, role: z.enum(memberRoles), approvalLimit: typedAmount });
type Values = z.infer<typeof form>;
const empty: Values = { email: "", role: "member", approvalLimit: "" };

export function InviteForm({ seats, onLink }: { seats: Seats; onLink: OnLink }) {
  const sendsMail = useEntry().data?.sendsMail;
  const { currency } = useCompany();
  const { register, control, handleSubmit, reset, setError, formState } = useForm<Values>({
    resolver: zodResolver(form),
    defaultValues: empty,
  });
  const invite = useInvite((...made) => {
    reset(empty);
    onLink(...made);
  });
  const { errors } = formState;
  const role = useWatch({ control, name: "role" });
  const send = ({ approvalLimit, ...values }: Values) =>
    invite.mutate(
      { ...values, approvalLimit: decides(values.role) ? amountIn(approvalLimit) : null },
      {
        onError: (error) => {
          const field = fieldOf(error);
          if (field === "email" || field === "approvalLimit") setError(field, { message: sentenceOf(error) });
        },
      },
    );
  const isFull = seats.taken >= seats.most;
  return (
    <form noValidate className="border-t border-line pt-3" onSubmit={handleSubmit(send)}>
      <div className="grid items-start gap-3 sm:grid-cols-2 md:grid-cols-[minmax(0,1fr)_140px_140px_auto]">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          frame="sm:col-span-2 md:col-span-1"
          error={errors.email?.message}
          {...register("email")}
        />
        <SelectField label="Role" {...register("role")}>
          <Options of={memberRoles.map((one) => [one, sentenceCase(one)])} />
        </SelectField>
        <TextField
          label="Approves up to"
          inputMode="decimal"
          prefix={currencySign(currency)}
          placeholder={decides(role) ? "No limit" : "—"}
          disabled={!decides(role)}
          error={errors.approvalLimit?.message}
          {...register("approvalLimit")}
        />
        <Button type="submit" look="primary" disabled={isFull} pending={invite.isPending} className="md:mt-6">
          {invite.isPending ? "Inviting..." : "Create invitation"}
        </Button>
      </div>
      <p className="mt-2 text-xs text-ink-3">
        {isFull
          ? `All ${seats.most} seats are taken. Remove someone, revoke an invitation or allow more people.`
          : `${sendsMail ? "The link is mailed, and shown to you" : "You get a link to send"}. It works once and expires after 14 days.`}
      </p>
    </form>
  );
}
