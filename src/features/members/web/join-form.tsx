import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { AccountField, SendButton, UsernameField } from "#features/accounts/web/account-fields.tsx";
import { setUser } from "#features/accounts/web/queries.ts";
import { joinBody } from "#features/members/invitations/contract.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { useJoin } from "./queries.ts";

type Values = z.infer<typeof joinBody>;

/** Accepts an invitation and signs the person in. */
export function JoinForm({ link, onJoined }: { link: Pick<Values, "token" | "proof">; onJoined: () => void }) {
  const join = useJoin();
  const form = useForm<Values>({
    resolver: zodResolver(joinBody),
    defaultValues: { ...link, username: "", firstName: "", lastName: "", password: "" },
  });
  const { errors } = form.formState;
  const send = (values: Values) =>
    join.mutate(values, {
      onSuccess: (user) => {
        onJoined();
        setUser(user);
      },
      onError: (error) => {
        const field = fieldOf(error);
        if (field === "username" || field === "password")
          form.setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
        else form.setError("root", { message: sentenceOf(error) });
      },
    });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(send)}>
      <UsernameField error={errors.username?.message} {...form.register("username")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AccountField
          label="First name"
          aside="optional"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register("firstName")}
        />
        <AccountField
          label="Last name"
          aside="optional"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register("lastName")}
        />
      </div>
      <AccountField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.password?.message}
        {...form.register("password")}
      />
      {(errors.root ?? errors.token ?? errors.proof) && (
        <p role="alert" className="text-sm text-danger">
          {(errors.root ?? errors.token ?? errors.proof)?.message}
        </p>
      )}
      <SendButton pending={join.isPending}>{join.isPending ? "Joining..." : "Join"}</SendButton>
    </form>
  );
}
