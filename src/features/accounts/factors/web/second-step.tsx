import { useState } from "react";
import type { SecondStep } from "#features/accounts/contract.ts";
import { codePattern } from "#features/accounts/factors/contract.ts";
import { AccountField, SendButton } from "#features/accounts/web/account-fields.tsx";
import { CallError, sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { useEnterCode, useSignWithPasskey } from "./queries.ts";

/** What sign-in asks for after the password: a passkey, a code from the app or a recovery code. */
export function SecondStepForm({ step, onBack }: { step: SecondStep["secondFactor"]; onBack: () => void }) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(!step.authenticator && !step.passkey);
  const [isIncomplete, setIncomplete] = useState(false);
  const enter = useEnterCode(step.token);
  const sign = useSignWithPasskey(step.token);
  const usesCode = isRecovery || step.authenticator;
  const refusal = enter.error instanceof CallError ? sentenceOf(enter.error) : undefined;
  const incomplete = isRecovery ? "Enter a recovery code such as abcd-efgh-jk23" : "Enter the 6 digits your app shows";
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIncomplete(!codePattern.test(code.trim()));
        if (codePattern.test(code.trim())) enter.mutate(code);
      }}
    >
      {step.passkey && !isRecovery && (
        <Button
          look={step.authenticator ? "plain" : "primary"}
          pending={sign.isPending}
          onClick={() => sign.mutate()}
          className="h-11! w-full md:h-9!"
        >
          {sign.isPending ? "Waiting for your passkey..." : "Use a passkey"}
        </Button>
      )}
      {usesCode && (
        <>
          <AccountField
            key={String(isRecovery)}
            label={isRecovery ? "Recovery code" : "Code"}
            hint={
              isRecovery ? "One of the codes you saved; each works once." : "The 6 digits your authenticator app shows."
            }
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            inputMode={isRecovery ? "text" : "numeric"}
            value={code}
            error={isIncomplete ? incomplete : refusal}
            onChange={({ target }) => setCode(target.value)}
          />
          <SendButton pending={enter.isPending}>{enter.isPending ? "Signing in..." : "Sign In"}</SendButton>
        </>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <button
          type="button"
          className="underline"
          onClick={() => {
            setCode("");
            setIncomplete(false);
            enter.reset();
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? "Use your second factor" : "Use a recovery code"}
        </button>
        <button type="button" className="underline" onClick={onBack}>
          Back to the password
        </button>
      </p>
      <p className="text-xs text-ink-3">Lost your phone and the recovery codes? Ask your administrator.</p>
    </form>
  );
}
