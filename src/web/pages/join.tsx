import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { useLogout, useUser } from "#features/accounts/web/queries.ts";
import { JoinForm } from "#features/members/web/join-form.tsx";
import { useOpenInvitation } from "#features/members/web/queries.ts";
import { CallError, sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Mark } from "#ui/kit/brand.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Loading } from "../shell/loading.tsx";

/** Where an invitation's link leads; its token is after the hash, which browsers keep to themselves. */
export default function JoinPage() {
  const [token] = useState(() => location.hash.slice(1));
  const { data, error } = useOpenInvitation(token);
  const [, navigate] = useLocation();
  const user = useUser();
  const logout = useLogout(() => navigate(`/join#${token}`));
  if (!data && !error) return <Loading />;
  if (!data)
    return (
      <Frame title="Invitation">
        {error instanceof CallError && error.status < 500 ? (
          <>
            <p className="mb-4 text-pretty text-ink-2">{sentenceOf(error)}</p>
            <Link href="/auth">Go to sign-in</Link>
          </>
        ) : (
          <Fault error={error} what="The invitation could not be loaded" />
        )}
      </Frame>
    );
  const { companyName, email, role, invitedBy } = data;
  return (
    <Frame title={`Join ${companyName}`}>
      <p className="mb-5 text-pretty wrap-anywhere text-ink-2">
        {invitedBy ? `${invitedBy} invited` : "You invited"} {email} as{" "}
        {role === "admin" || role === "approver" ? "an" : "a"} {role}.
      </p>
      {user ? (
        <>
          <p className="mb-3 text-pretty">
            This browser is signed in as {user.username} of {user.company.name}. Log out first, then open the link
            again.
          </p>
          <Button pending={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </>
      ) : (
        <JoinForm token={token} onJoined={() => navigate("/", { replace: true })} />
      )}
    </Frame>
  );
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="flex min-h-dvh flex-col px-4 py-5 md:px-10 md:py-7">
    <title>{`${title} · Boardroom`}</title>
    <div className="flex items-center gap-[9px] font-semibold tracking-[-0.01em]">
      <Mark />
      Boardroom
    </div>
    <div className="mx-auto my-14 w-full max-w-[400px] lg:mt-[14vh]">
      <h1 className="mb-3 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      {children}
    </div>
    <p className="mt-auto text-xs text-ink-3">Self-hosted at {location.host}</p>
  </main>
);
