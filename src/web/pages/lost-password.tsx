import { useState } from "react";
import { Link } from "wouter";
import { LostPasswordForm } from "#features/accounts/web/lost-password-form.tsx";
import { useEntry } from "#features/accounts/web/recovery.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Loading } from "../shell/loading.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** Mails a link for a new password, or shows the operator's command if the installation sends no mail. */
export default function LostPasswordPage() {
  const { data, error } = useEntry();
  const [sentTo, setSentTo] = useState<string>();
  if (!data && !error) return <Loading />;
  return (
    <PlainFrame title={sentTo ? "Look into your mail" : "Forgot your password?"}>
      {!data ? (
        <Fault error={error} what="The page could not be loaded" />
      ) : !data.sendsMail ? (
        <>
          <p className="mb-3 text-pretty text-ink-2">
            This installation sends no mail. Ask its operator to set a new password for you with this command:
          </p>
          <code className="mb-5 block rounded-md border border-line bg-surface px-3 py-2 text-sm wrap-anywhere">
            npm run user:reset -- your-username
          </code>
        </>
      ) : sentTo ? (
        <>
          <p role="status" className="mb-3 text-pretty wrap-anywhere text-ink-2">
            If an account has the address {sentTo}, a link is on its way. It works once, for 30 minutes.
          </p>
          <p className="mb-5 text-pretty text-ink-2">Nothing there after a few minutes? Look into the spam folder.</p>
          <Button className="mb-5" onClick={() => setSentTo(undefined)}>
            Send another link
          </Button>
        </>
      ) : (
        <>
          <p className="mb-5 text-pretty text-ink-2">You get a link to choose a new one.</p>
          <LostPasswordForm onSent={setSentTo} />
        </>
      )}
      <p className="mt-5 text-sm">
        <Link href="/auth">Back to sign-in</Link>
      </p>
    </PlainFrame>
  );
}
