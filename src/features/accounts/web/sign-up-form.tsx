import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { registration } from "#features/accounts/contract.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { AccountField, SendButton, UsernameField } from "./account-fields.tsx";
import { useRegister } from "./queries.ts";

type Values = z.infer<typeof registration>;

const empty = { username: "", email: "", companyName: "", password: "" };

export function SignUpForm({ takesFocus }: { takesFocus: boolean }) {
  const register = useRegister();
  const form = useForm<Values>({ resolver: zodResolver(registration), defaultValues: empty });
  const { errors } = form.formState;
  const send = (values: Values) =>
    register.mutate(
      { ...values, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      {
        onError: (error) =>
          fieldOf(error) === "password" &&
          form.setError("password", { message: sentenceOf(error) }, { shouldFocus: true }),
      },
    );
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(send)}>
      <UsernameField autoFocus={takesFocus} error={errors.username?.message} {...form.register("username")} />
      <AccountField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <AccountField
        label="Company Name"
        autoComplete="organization"
        error={errors.companyName?.message}
        {...form.register("companyName")}
      />
      <AccountField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <SendButton pending={register.isPending}>{register.isPending ? "Signing up..." : "Sign Up"}</SendButton>
      <p className="text-xs text-ink-3">You become the administrator of your company.</p>
    </form>
  );
}
