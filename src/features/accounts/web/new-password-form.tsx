import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { newPassword } from "#features/accounts/contract.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { AccountField, SendButton } from "./account-fields.tsx";
import { useChoosePassword } from "./recovery.ts";

const form = z.strictObject({ newPassword });
type Values = z.infer<typeof form>;

type Props = { token: string; username: string; onDone: (sessionsEnded: number) => void };

export function NewPasswordForm({ token, username, onDone }: Props) {
  const choose = useChoosePassword();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(form),
    defaultValues: { newPassword: "" },
  });
  const { errors } = formState;
  const send = (values: Values) =>
    choose.mutate(
      { token, ...values },
      {
        onSuccess: ({ sessionsEnded }) => onDone(sessionsEnded),
        onError: (error) =>
          setError(fieldOf(error) === "newPassword" ? "newPassword" : "root", { message: sentenceOf(error) }),
      },
    );
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit(send)}>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <AccountField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. You are signed out everywhere."
        error={errors.newPassword?.message}
        {...register("newPassword")}
      />
      {errors.root && (
        <p role="alert" className="text-sm text-danger">
          {errors.root.message}
        </p>
      )}
      <SendButton pending={choose.isPending}>{choose.isPending ? "Setting..." : "Set password"}</SendButton>
    </form>
  );
}
