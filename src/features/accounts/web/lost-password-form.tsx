import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { lostPassword } from "#features/accounts/recovery/contract.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { AccountField, SendButton } from "./account-fields.tsx";
import { useAskForLink } from "./recovery.ts";

type Values = z.infer<typeof lostPassword>;

export function LostPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const ask = useAskForLink();
  const form = useForm<Values>({ resolver: zodResolver(lostPassword), defaultValues: { email: "" } });
  const { errors } = form.formState;
  const send = (values: Values) =>
    ask.mutate(values, {
      onSuccess: () => onSent(values.email),
      onError: (error) =>
        fieldOf(error) === "email" && form.setError("email", { message: sentenceOf(error) }, { shouldFocus: true }),
    });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(send)}>
      <AccountField
        label="Email"
        type="email"
        autoComplete="email"
        hint="The address of your account"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <SendButton pending={ask.isPending}>{ask.isPending ? "Sending..." : "Send link"}</SendButton>
    </form>
  );
}
