import { useState } from "react";
import type { SecondStep } from "#features/accounts/contract.ts";
import { type Refusal, refusals, startPath } from "#features/accounts/provider/contract.ts";
import { useProvider } from "#features/accounts/web/queries.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";

const isRefusal = (word: string | null): word is Refusal => word !== null && Object.hasOwn(refusals, word);

/** Why a sign-in at the provider was refused, from the address; null if it was not. */
export function useRefusal(): string | null {
  const [word] = useState(() => new URLSearchParams(location.search).get("refused"));
  return isRefusal(word) ? refusals[word] : null;
}

/** Reads the second step of a sign-in at the provider from the address's hash, and removes it from the history. */
export function stepInAddress(): SecondStep["secondFactor"] | null {
  const [, token, authenticator, passkey] = /^#([\w-]{43}),([01]),([01])$/.exec(location.hash) ?? [];
  if (!token) return null;
  history.replaceState(history.state, "", location.pathname);
  return { token, authenticator: authenticator === "1", passkey: passkey === "1" };
}

/** Leads to the provider, where the installation has one. */
export function ProviderButton() {
  const provider = useProvider();
  const refusal = useRefusal();
  if (!provider) return null;
  return (
    <>
      {refusal && (
        <p role="alert" className="text-sm text-pretty text-danger">
          {refusal}
        </p>
      )}
      <a href={startPath} className={cx(buttonClass(), "h-11! w-full md:h-9!")}>
        Continue with {provider}
      </a>
    </>
  );
}
