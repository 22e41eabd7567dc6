import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useLogout, useUser } from "#features/accounts/web/queries.ts";
import { JoinForm } from "#features/members/web/join-form.tsx";
import { useOpenInvitation } from "#features/members/web/queries.ts";
import { CallError, sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Loading } from "../shell/loading.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** The page an invitation opens; its token, and a mailed one's proof, are after the hash, which is never sent. */
export default function JoinPage() {
  const [link] = useState(() => location.hash.slice(1));
  const [token = "", proof] = link.split(".");
  const { data, error } = useOpenInvitation(token);
  const [, navigate] = useLocation();
  const user = useUser();
  const logout = useLogout(() => navigate(`/join#${link}`));
  if (!data && !error) return <Loading />;
  if (!data)
    return (
      <PlainFrame title="Invitation">
        {error instanceof CallError && error.status < 500 ? (
          <>
            <p className="mb-4 text-pretty text-ink-2">{sentenceOf(error)}</p>
            <Link href="/auth">Go to sign-in</Link>
          </>
        ) : (
          <Fault error={error} what="The invitation could not be loaded" />
        )}
      </PlainFrame>
    );
  const { companyName, email, role, invitedBy } = data;
  return (
    <PlainFrame title={`Join ${companyName}`}>
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
        <JoinForm link={{ token, proof }} onJoined={() => navigate("/", { replace: true })} />
      )}
    </PlainFrame>
  );
}
