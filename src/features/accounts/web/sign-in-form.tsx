import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { credentials } from "#features/accounts/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useLogin } from "./queries.ts";

type Values = z.infer<typeof credentials>;

export function SignInForm() {
  const login = useLogin();
  const form = useForm<Values>({ resolver: zodResolver(credentials), defaultValues: { username: "", password: "" } });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => login.mutate(values))}>
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        className="h-11! md:h-9!"
        error={errors.username?.message}
        {...form.register("username")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        className="h-11! md:h-9!"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button type="submit" look="primary" pending={login.isPending} className="mt-1 h-11! w-full md:h-9!">
        {login.isPending ? "Signing in..." : "Sign In"}
      </Button>
      <p className="text-xs text-ink-3">Lost your password? Ask your administrator.</p>
    </form>
  );
}
