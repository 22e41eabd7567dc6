import { useLocation } from "wouter";
import { freshUntil } from "#features/accounts/factors/rules.ts";
import { dateAt, useNow } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { useLogout, useSessions } from "./queries.ts";

/** Whether the last sign-in is too old to change how the person signs in; false while unknown. */
export function useIsStale(): boolean {
  const now = useNow();
  const current = useSessions().data?.find(({ isCurrent }) => isCurrent);
  return current !== undefined && !freshUntil(dateAt(current.createdAt), dateAt(now));
}

/** Says what the sign-in is too old for, with a button to sign in again. */
export function SignInAgain({ to }: { to: string }) {
  const [, navigate] = useLocation();
  const logout = useLogout(() => navigate("/auth"));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-1">
      <p className="text-sm text-pretty text-ink-2">
        To {to}, sign in again: your last sign-in is over 30 minutes old.
      </p>
      <Button small pending={logout.isPending} onClick={() => logout.mutate()}>
        Sign in again
      </Button>
    </div>
  );
}
