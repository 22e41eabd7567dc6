import type { ComponentProps } from "react";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";

/** Larger than other fields, because the page has nothing else. */
export const AccountField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} className="h-11! md:h-9!" />
);

export const UsernameField = (props: Omit<ComponentProps<typeof TextField>, "label">) => (
  <AccountField {...props} label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
);

export const SendButton = ({ pending, children }: { pending: boolean; children: string }) => (
  <Button type="submit" look="primary" pending={pending} className="mt-1 h-11! w-full md:h-9!">
    {children}
  </Button>
);
