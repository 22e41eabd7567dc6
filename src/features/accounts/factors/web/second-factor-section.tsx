import { KeyRound, LifeBuoy, type LucideIcon, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { SignInAgain } from "#features/accounts/web/sign-in-again.tsx";
import type { SecondFactor } from "#features/accounts/factors/contract.ts";
import { recoveryCodeCount } from "#features/accounts/factors/rules.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { useMakeRecoveryCodes, useSecondFactor, useStartAuthenticator } from "./queries.ts";
import { RemoveAuthenticator, RemovePasskey } from "./remove-dialog.tsx";

const AuthenticatorDialog = onDemand(() => import("./authenticator-dialog.tsx"));
const PasskeyDialog = onDemand(() => import("./passkey-dialog.tsx"));
const CodesDialog = onDemand(() => import("./codes-dialog.tsx"));

type Open =
  | { dialog: "authenticator"; secret: string; uri: string }
  | { dialog: "passkey" | "remove authenticator" }
  | { dialog: "remove passkey"; id: string; name: string }
  | { dialog: "codes"; codes: readonly string[] };

/** The person's second factors and how to change them. `onSetUp` runs once new recovery codes were shown. */
export function SecondFactorSection({ onSetUp }: { onSetUp?: () => void }) {
  const { data, error } = useSecondFactor();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const showCodes = (codes: readonly string[]) => setOpen(codes.length > 0 ? { dialog: "codes", codes } : undefined);
  if (!data) return <LoadingRows error={error} what="Your second factors could not be loaded" rows={3} />;
  const isOn = data.authenticatorSince !== null || data.passkeys.length > 0;
  return (
    <Section title="Second factor" note={isOn ? "On" : "Off"} id="second-factor">
      <p className="max-w-[64ch] pb-2 text-pretty text-ink-2">
        {isOn
          ? "After your password, sign-in asks for one of these."
          : "After your password, sign-in can ask for something only you have, so a stolen password is not enough."}
      </p>
      {data.changeableUntil === null && <SignInAgain to="change them" />}
      <Rows factor={data} onOpen={setOpen} onCodes={showCodes} />
      {open?.dialog === "authenticator" && <AuthenticatorDialog {...open} onClose={close} onDone={showCodes} />}
      {open?.dialog === "passkey" && <PasskeyDialog onClose={close} onDone={showCodes} />}
      {open?.dialog === "remove authenticator" && <RemoveAuthenticator onClose={close} />}
      {open?.dialog === "remove passkey" && <RemovePasskey id={open.id} name={open.name} onClose={close} />}
      {open?.dialog === "codes" && (
        <CodesDialog
          codes={open.codes}
          onClose={() => {
            close();
            onSetUp?.();
          }}
        />
      )}
    </Section>
  );
}

type RowsProps = {
  factor: SecondFactor;
  onOpen: (open: Open) => void;
  onCodes: (codes: readonly string[]) => void;
};

function Rows({ factor, onOpen, onCodes }: RowsProps) {
  const { timeZone } = useCompany();
  const start = useStartAuthenticator();
  const renew = useMakeRecoveryCodes();
  const { authenticatorSince, passkeys, recoveryCodesLeft } = factor;
  const disabled = factor.changeableUntil === null;
  const isOn = authenticatorSince !== null || passkeys.length > 0;
  const small = { small: true, look: "quiet", disabled, className: disabled ? "" : "-mr-2.5" } as const;
  return (
    <ul>
      <Row
        icon={Smartphone}
        title="Authenticator app"
        note={
          authenticatorSince ? (
            <>
              Set up <Moment at={authenticatorSince} timeZone={timeZone} />
            </>
          ) : (
            "Not set up"
          )
        }
      >
        {authenticatorSince ? (
          <Button
            {...small}
            aria-label="Remove authenticator app"
            onClick={() => onOpen({ dialog: "remove authenticator" })}
          >
            Remove
          </Button>
        ) : (
          <Button
            {...small}
            aria-label="Set up authenticator app"
            pending={start.isPending}
            onClick={() =>
              start.mutate(undefined, { onSuccess: (made) => onOpen({ dialog: "authenticator", ...made }) })
            }
          >
            Set up
          </Button>
        )}
      </Row>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Row
          key={id}
          icon={KeyRound}
          title={name}
          note={
            <>
              Passkey, {lastUsedAt ? "last used " : "never used, added "}
              <Moment at={lastUsedAt ?? createdAt} timeZone={timeZone} />
            </>
          }
        >
          <Button
            {...small}
            aria-label={`Remove ${name}`}
            onClick={() => onOpen({ dialog: "remove passkey", id, name })}
          >
            Remove
          </Button>
        </Row>
      ))}
      <Row icon={KeyRound} title="Passkeys" note={passkeys.length === 0 ? "None yet" : "Add one per device"}>
        <Button {...small} onClick={() => onOpen({ dialog: "passkey" })}>
          Add passkey
        </Button>
      </Row>
      {isOn && (
        <Row icon={LifeBuoy} title="Recovery codes" note={`${recoveryCodesLeft} of ${recoveryCodeCount} left`}>
          <Button
            {...small}
            pending={renew.isPending}
            onClick={() => renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })}
          >
            Make new ones
          </Button>
        </Row>
      )}
    </ul>
  );
}

const Row = (props: { icon: LucideIcon; title: string; note: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-row items-center gap-2.5 border-t border-line py-2">
    <props.icon size={16} strokeWidth={1.75} aria-hidden className="flex-none text-ink-3" />
    <span className="min-w-0 flex-1">
      <span className="block font-medium wrap-anywhere">{props.title}</span>
      <span className="block text-xs text-ink-3">{props.note}</span>
    </span>
    {props.children}
  </li>
);
