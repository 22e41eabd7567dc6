import { useState } from "react";
import { Link } from "wouter";
import { NewPasswordForm } from "#features/accounts/web/new-password-form.tsx";
import { setUser, useUser } from "#features/accounts/web/queries.ts";
import { useOpenLink } from "#features/accounts/web/recovery.ts";
import { CallError, sentenceOf } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { Loading } from "../shell/loading.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** The page a link for a lost password opens; its token is after the hash, which browsers do not send. */
export default function ResetPasswordPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [ended, setEnded] = useState<number>();
  const { data, error } = useOpenLink(token);
  const user = useUser();
  if (ended !== undefined)
    return (
      <PlainFrame title="Password set">
        <p role="status" className="mb-5 text-pretty text-ink-2">
          {ended > 0 ? `${plural(ended, "session")} ended. ` : ""}Sign in with your new password.
        </p>
        <Link href="/auth">Go to sign-in</Link>
      </PlainFrame>
    );
  if (!data && !error) return <Loading />;
  if (!data)
    return (
      <PlainFrame title="Choose a new password">
        {error instanceof CallError && error.status < 500 ? (
          <>
            <p className="mb-4 text-pretty text-ink-2">{sentenceOf(error)}</p>
            <Link href="/lost-password">Send another link</Link>
          </>
        ) : (
          <Fault error={error} what="The link could not be checked" />
        )}
      </PlainFrame>
    );
  const done = (sessionsEnded: number) => {
    // Their sessions have ended, in this browser too.
    if (user?.username === data.username) setUser(null);
    setEnded(sessionsEnded);
  };
  return (
    <PlainFrame title="Choose a new password">
      <p className="mb-5 text-pretty wrap-anywhere text-ink-2">
        For {data.username} of {data.companyName}.
      </p>
      <NewPasswordForm token={token} username={data.username} onDone={done} />
    </PlainFrame>
  );
}
