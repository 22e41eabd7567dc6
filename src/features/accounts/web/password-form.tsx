import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { passwordChange } from "#features/accounts/contract.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { toast } from "#ui/toast.ts";
import { useChangePassword } from "./queries.ts";

type Values = z.infer<typeof passwordChange>;

const empty: Values = { currentPassword: "", newPassword: "" };
const isField = (name: string | null): name is keyof Values => name !== null && name in empty;

export function PasswordForm({ username }: { username: string }) {
  const change = useChangePassword();
  const form = useForm<Values>({ resolver: zodResolver(passwordChange), defaultValues: empty });
  const { errors } = form.formState;
  const send = (values: Values) =>
    change.mutate(values, {
      onSuccess: ({ sessionsEnded }) => {
        form.reset();
        toast(
          "Password Changed",
          sessionsEnded > 0
            ? `You are signed out of ${plural(sessionsEnded, "other session")}.`
            : "You had no other sessions.",
        );
      },
      onError: (error) => {
        const field = fieldOf(error);
        if (isField(field)) form.setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
      },
    });
  return (
    <form noValidate className="grid gap-4 py-2 md:max-w-[336px]" onSubmit={form.handleSubmit(send)}>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Changing it signs you out everywhere else."
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      <Button
        type="submit"
        look="primary"
        pending={change.isPending}
        className="w-full md:w-auto md:justify-self-start"
      >
        {change.isPending ? "Changing..." : "Change password"}
      </Button>
    </form>
  );
}
