import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { profileChange, type User } from "#features/accounts/contract.ts";
import { fieldOf, sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { toast } from "#ui/toast.ts";
import { useChangeProfile } from "./queries.ts";
import { SignInAgain, useIsStale } from "./sign-in-again.tsx";

type Values = z.infer<typeof profileChange>;
const fields = ["firstName", "lastName", "email", "currentPassword"] as const;

export function ProfileForm({ user }: { user: User }) {
  const change = useChangeProfile();
  const isStale = useIsStale();
  const valuesOf = ({ firstName, lastName, email }: User): Values => ({
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    email,
    currentPassword: "",
  });
  const form = useForm<Values>({ resolver: zodResolver(profileChange), defaultValues: valuesOf(user) });
  const { errors, isDirty } = form.formState;
  const isMoving = useWatch({ control: form.control, name: "email" }).trim().toLowerCase() !== user.email.toLowerCase();
  const send = ({ currentPassword, ...values }: Values) =>
    change.mutate(
      { ...values, ...(isMoving && currentPassword ? { currentPassword } : {}) },
      {
        onSuccess: (saved) => {
          form.reset(valuesOf(saved));
          toast("Profile Changed", "Your colleagues see the new names");
        },
        onError: (error) => {
          const field = fields.find((one) => one === fieldOf(error));
          if (field) form.setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
        },
      },
    );
  return (
    <form noValidate className="grid gap-4 py-2 md:max-w-[336px]" onSubmit={form.handleSubmit(send)}>
      <TextField
        label="First name"
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...form.register("firstName")}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...form.register("lastName")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      {isMoving && isStale && <SignInAgain to="change your address" />}
      {isMoving && !isStale && (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          hint="Needed to change your address."
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
      )}
      <Button
        type="submit"
        look="primary"
        disabled={!isDirty || (isMoving && isStale)}
        pending={change.isPending}
        className="w-full md:w-auto md:justify-self-start"
      >
        {change.isPending ? "Saving..." : "Save profile"}
      </Button>
    </form>
  );
}
