import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { registration } from "#features/accounts/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useRegister } from "./queries.ts";

type Values = z.infer<typeof registration>;

const empty = { username: "", email: "", companyName: "", password: "" };

export function SignUpForm() {
  const register = useRegister();
  const form = useForm<Values>({ resolver: zodResolver(registration), defaultValues: empty });
  const { errors } = form.formState;
  const send = (values: Values) =>
    register.mutate({ ...values, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(send)}>
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
        label="Email"
        type="email"
        autoComplete="email"
        className="h-11! md:h-9!"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Company Name"
        autoComplete="organization"
        className="h-11! md:h-9!"
        error={errors.companyName?.message}
        {...form.register("companyName")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        className="h-11! md:h-9!"
        hint="At least 8 characters"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button type="submit" look="primary" pending={register.isPending} className="mt-1 h-11! w-full md:h-9!">
        {register.isPending ? "Signing up..." : "Sign Up"}
      </Button>
      <p className="text-xs text-ink-3">You become the administrator of your company.</p>
    </form>
  );
}
