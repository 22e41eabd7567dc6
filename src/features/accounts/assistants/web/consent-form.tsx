import { type FormEvent, type ReactNode, useState } from "react";
import { type Scope, scopeMeaning } from "#contract/scopes.ts";
import type { Consent } from "#features/accounts/assistants/contract.ts";
import { useIsStale } from "#features/accounts/web/sign-in-again.tsx";
import { useLogout, useUser } from "#features/accounts/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { useAnswerConsent } from "./queries.ts";

/** Names the program, the company and the scopes, and connects it or not. */
export function ConsentForm({ request, consent }: { request: string; consent: Consent }) {
  const { name, site, goesTo, isOnThisMachine, companyName, scopes } = consent;
  const user = useUser();
  const [chosen, setChosen] = useState<readonly Scope[]>(scopes);
  const answer = useAnswerConsent(request);
  const isStale = useIsStale();
  const logout = useLogout(() => undefined);
  if (answer.data)
    return (
      <p role="status" className="text-pretty text-ink-2">
        {answer.variables ? "Connected." : "Not connected."} Go back to {name}; you can close this page.
      </p>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate([...chosen]);
  };
  const toggle = (scope: Scope, isOn: boolean) =>
    setChosen(scopes.filter((one) => (one === scope ? isOn : chosen.includes(one))));
  return (
    <form onSubmit={submit} className="grid gap-5">
      <dl>
        <Fact name="Company">{companyName}</Fact>
        <Fact name="You">{user?.username}</Fact>
        <Fact name="Program">
          {name}
          <span className="block text-sm text-ink-3">
            {site ? `As named by ${site}` : "Added by an admin of your company"}
          </span>
        </Fact>
        <Fact name="Returns to">{isOnThisMachine ? `A program on this computer (${goesTo})` : goesTo}</Fact>
      </dl>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm leading-[18px] font-medium">What it may do as you</legend>
        {scopes.map((scope) => (
          <div key={scope} className="grid grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3">
            <Check
              label={scope}
              checked={chosen.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <span className="text-sm text-pretty text-ink-2">{scopeMeaning[scope]}</span>
          </div>
        ))}
        <p className="text-xs text-pretty text-ink-3">
          It never does more than your role allows, and you can disconnect it in Your account.
        </p>
      </fieldset>
      <p className="border-l-2 border-warning pl-3 text-sm text-pretty text-ink-2">
        Connect only if you just started this in {name}. Otherwise someone may be trying to read your company's data.
      </p>
      {isStale ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-pretty text-ink-2">
            To connect an assistant, sign in again: your last sign-in is over 30 minutes old.
          </p>
          <Button pending={logout.isPending} onClick={() => logout.mutate()}>
            Sign in again
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            look="primary"
            pending={answer.isPending && answer.variables !== null}
            disabled={chosen.length === 0}
          >
            Connect
          </Button>
          <Button pending={answer.isPending && answer.variables === null} onClick={() => answer.mutate(null)}>
            Don't connect
          </Button>
        </div>
      )}
      <Problem of={answer.error} />
    </form>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-3 border-t border-line py-2 last:border-b">
    <dt className="text-ink-2">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
);
