import { useLocation } from "wouter";
import { endLimits } from "#features/accounts/factors/web/queries.ts";
import { SecondFactorSection } from "#features/accounts/factors/web/second-factor-section.tsx";
import { useLogout } from "#features/accounts/web/queries.ts";
import { Mark } from "#ui/kit/brand.tsx";
import { Button } from "#ui/kit/button.tsx";

/** The only page for people whose company requires a second factor, until they set one up. */
export default function SecondFactorPage() {
  const [, navigate] = useLocation();
  const logout = useLogout(() => navigate("/auth"));
  return (
    <main className="mx-auto min-h-dvh max-w-[600px] px-4 py-5 md:py-7">
      <title>Set up a second factor · Boardroom</title>
      <div className="flex items-center gap-[9px] font-semibold tracking-[-0.01em]">
        <Mark />
        Boardroom
        <Button small look="quiet" className="ml-auto" pending={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
      <h1 className="mt-14 mb-2 text-xl font-semibold tracking-tight">Set up a second factor</h1>
      <p className="mb-6 text-pretty text-ink-2">Your company requires one of everyone. It takes a minute.</p>
      <SecondFactorSection onSetUp={endLimits} />
    </main>
  );
}
