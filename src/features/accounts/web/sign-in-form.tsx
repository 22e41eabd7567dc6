import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "wouter";
import type { z } from "zod";
import { SecondStepForm } from "#features/accounts/factors/web/second-step.tsx";
import { ProviderButton, stepInAddress } from "#features/accounts/provider/web/provider-button.tsx";
import { credentials } from "#features/accounts/contract.ts";
import { AccountField, SendButton, UsernameField } from "./account-fields.tsx";
import { useLogin } from "./queries.ts";

type Values = z.infer<typeof credentials>;

export function SignInForm({ takesFocus }: { takesFocus: boolean }) {
  const login = useLogin();
  const form = useForm<Values>({ resolver: zodResolver(credentials), defaultValues: { username: "", password: "" } });
  const { errors } = form.formState;
  const [fromProvider, setFromProvider] = useState(stepInAddress);
  const step = login.data && "secondFactor" in login.data ? login.data.secondFactor : fromProvider;
  if (step)
    return (
      <SecondStepForm
        step={step}
        onBack={() => {
          login.reset();
          setFromProvider(null);
        }}
      />
    );
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => login.mutate(values))}>
      <UsernameField
        autoFocus={takesFocus}
        placeholder="Or your email address"
        error={errors.username?.message}
        {...form.register("username")}
      />
      <AccountField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <SendButton pending={login.isPending}>{login.isPending ? "Signing in..." : "Sign In"}</SendButton>
      <ProviderButton />
      <p className="text-sm">
        <Link href="/lost-password">Forgot your password?</Link>
      </p>
    </form>
  );
}
