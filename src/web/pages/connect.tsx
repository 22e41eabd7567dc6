import { useState } from "react";
import { Link } from "wouter";
import { ConsentForm } from "#features/accounts/assistants/web/consent-form.tsx";
import { useConsent } from "#features/accounts/assistants/web/queries.ts";
import { useUser, useUserTrouble } from "#features/accounts/web/queries.ts";
import { SignInForm } from "#features/accounts/web/sign-in-form.tsx";
import { CallError, sentenceOf } from "#ui/api.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { Loading, Unreached } from "../shell/loading.tsx";
import { PlainFrame } from "../shell/plain-frame.tsx";

/** The page an assistant's sign-in leads to: who asks, and for what. */
export default function ConnectPage() {
  const [request] = useState(() => new URLSearchParams(location.search).get("request") ?? "");
  const user = useUser();
  const trouble = useUserTrouble();
  if (user === undefined) return trouble ? <Unreached error={trouble} /> : <Loading />;
  if (user === null)
    return (
      <PlainFrame title="Sign in to connect an assistant">
        <SignInForm takesFocus />
      </PlainFrame>
    );
  if (user.needsSecondFactor)
    return (
      <PlainFrame title="Connect an assistant">
        <p className="mb-4 text-pretty text-ink-2">
          Your company requires a second factor. Set it up, then connect the assistant again.
        </p>
        <Link href="/">Set up a second factor</Link>
      </PlainFrame>
    );
  return <Asked key={user.id} request={request} />;
}

function Asked({ request }: { request: string }) {
  const { data, error } = useConsent(request);
  if (data)
    return (
      <PlainFrame title={`Connect ${data.name} to ${data.companyName}?`}>
        <ConsentForm request={request} consent={data} />
      </PlainFrame>
    );
  if (!error) return <Loading />;
  return (
    <PlainFrame title="Connect an assistant">
      {error instanceof CallError && error.status < 500 ? (
        <>
          <p className="mb-4 text-pretty text-ink-2">{sentenceOf(error)}</p>
          <Link href="/account#assistants">Your connected assistants</Link>
        </>
      ) : (
        <Fault error={error} what="The request could not be loaded" />
      )}
    </PlainFrame>
  );
}
