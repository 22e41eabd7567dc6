import { CircleCheck, CircleX, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatModelCost } from "#contract/format.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { ModelAccount, ModelSettings } from "#features/models/contract.ts";
import { hostOf, nameOf } from "#features/models/web/accounts.ts";
import { useChangePrivacy, useRemoveAccount, useTestModel } from "#features/models/web/queries.ts";
import { cell, heading, right, wide } from "#features/models/web/settings-table.ts";
import { count, shortDate, shortMoment } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Section } from "#ui/kit/section.tsx";
import { onDemand } from "#ui/on-demand.ts";

const Menu = onDemand(() => import("#ui/kit/menu.tsx"));
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type Props = {
  settings: ModelSettings;
  /** Absent for members who may not change them. */
  may: { add: () => void; change: (account: ModelAccount) => void } | undefined;
};

export function Providers({ settings, may }: Props) {
  const { connection, offered } = settings;
  const agree = useChangePrivacy();
  if (offered)
    return (
      <Empty
        title={`This server offers ${offered.label}`}
        actions={
          may && (
            <>
              <Button
                look="primary"
                pending={agree.isPending}
                onClick={() => {
                  const { keepDays, hidesPersonalDetails } = settings;
                  agree.mutate({ keepDays, hidesPersonalDetails, agreesToOperator: true });
                }}
              >
                Agree and use {offered.label}
              </Button>
              <Button onClick={may.add}>Add your own</Button>
            </>
          )
        }
      >
        Agents work by rules until an admin agrees that questions and the records needed to answer them are sent to{" "}
        {offered.label}. The agreement is recorded with your name.
      </Empty>
    );
  if (!connection)
    return (
      <Empty title="No language model connected" actions={may && <Button onClick={may.add}>Add provider</Button>}>
        Agents work by rules, which needs no key and costs nothing. With a model they also understand questions that no
        rule knows; figures, limits and effects stay outside the model.
      </Empty>
    );
  const { accounts, setBy } = connection;
  return (
    <Section title="Providers" note={setBy === "company" ? `${accounts.length} connected` : "Set by the operator"}>
      <table className="w-full">
        <thead className={wide}>
          <tr>
            <th className={heading}>Provider</th>
            <th className={heading}>Key</th>
            <th className={heading}>Consent</th>
            <th className={heading}>Status</th>
            <th className={`${heading} text-right`}>This month</th>
            {may && (
              <th className={heading}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account, at) => (
            <AccountRow
              key={account.id ?? at}
              account={account}
              settings={settings}
              // A test of the operator's connection asks the model for answers, which is at its first account.
              onChange={may && account.id ? () => may.change(account) : undefined}
              isTestable={may !== undefined && (account.id !== null || at === 0)}
            />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

type RowProps = {
  account: ModelAccount;
  settings: ModelSettings;
  onChange: (() => void) | undefined;
  isTestable: boolean;
};

function AccountRow({ account, settings, onChange, isTestable }: RowProps) {
  const { timeZone } = useCompany();
  const test = useTestModel();
  const [open, setOpen] = useState<"menu" | "removal" | null>(null);
  const { id, keyEnd, consent, usd } = account;
  const name = nameOf(settings, account, settings.connection?.accounts);
  const close = () => setOpen(null);
  return (
    <>
      <tr className="md:[&>td]:align-middle">
        <td className={`${cell} wrap-anywhere`}>
          <p className="font-medium">{nameOf(settings, account)}</p>
          <p className="text-sm text-ink-3">{hostOf(settings, account)}</p>
          <p className="mt-1 text-sm md:hidden">
            <Status account={account} hasFailed={test.data?.ok === false} />
          </p>
        </td>
        <td className={`${cell} ${wide} num text-sm whitespace-nowrap text-ink-2`}>
          {keyEnd ? `···· ${keyEnd}` : id ? "None" : "The operator's"}
        </td>
        <td className={`${cell} ${wide} text-sm text-ink-2`}>
          {consent
            ? `${consent.by}, ${shortDate(consent.at, timeZone)}`
            : account.isOwn
              ? "Not needed (own server)"
              : "By the operator"}
        </td>
        <td className={`${cell} ${wide} text-sm`}>
          <Status account={account} hasFailed={test.data?.ok === false} />
        </td>
        <td className={`${cell} ${wide} ${right}`}>{formatModelCost(usd)}</td>
        <td className={cell}>
          <div className="relative flex justify-end gap-1">
            {isTestable && (
              <Button small aria-label={`Test ${name}`} pending={test.isPending} onClick={() => test.mutate(id)}>
                Test
              </Button>
            )}
            {onChange && id && (
              <>
                <Button
                  small
                  icon
                  look="quiet"
                  aria-label={`More for ${name}`}
                  aria-haspopup="menu"
                  aria-expanded={open === "menu"}
                  onClick={() => setOpen("menu")}
                >
                  <Ellipsis {...icon} />
                </Button>
                {open === "menu" && (
                  <Menu
                    label={name}
                    groups={[
                      {
                        items: [
                          { label: "Change", icon: <Pencil {...icon} />, onChoose: onChange },
                          {
                            label: "Remove",
                            icon: <Trash2 {...icon} />,
                            tone: "danger",
                            onChoose: () => setOpen("removal"),
                          },
                        ],
                      },
                    ]}
                    onClose={close}
                  />
                )}
                {open === "removal" && <Removal id={id} name={name} settings={settings} onClose={close} />}
              </>
            )}
          </div>
        </td>
      </tr>
      {test.data && (
        <tr>
          <td colSpan={6} className="pb-2">
            <TestResult {...test.data} />
          </td>
        </tr>
      )}
    </>
  );
}

/** `hasFailed`: the last test on this page failed, which alone does not pause the account. */
function Status({ account: { paused, answered }, hasFailed }: { account: ModelAccount; hasFailed: boolean }) {
  const { timeZone } = useCompany();
  const until = paused?.until ? ` until ${shortMoment(paused.until, timeZone)}` : "";
  return (
    <span className="flex items-baseline gap-2">
      <span
        aria-hidden
        className={`size-2 flex-none rounded-full ${paused || hasFailed ? "bg-dot-warning" : "bg-dot-success"}`}
      />
      {paused ? `${paused.sentence}${until}` : hasFailed ? "Test failed" : answered > 0 ? "Working" : "Ready"}
    </span>
  );
}

type TestOutcome = NonNullable<ReturnType<typeof useTestModel>["data"]>;

const TestResult = ({ ok, engine, milliseconds, cost, tokens, sentence }: TestOutcome) => (
  <p role="status" className="flex gap-2 rounded-control bg-sunken px-3 py-2 text-sm tabular-nums">
    {ok ? (
      <CircleCheck {...icon} className="flex-none text-success" />
    ) : (
      <CircleX {...icon} className="flex-none text-danger" />
    )}
    <span>
      {ok ? (
        <>
          <strong className="font-medium">{engine}</strong> answered in {(milliseconds / 1_000).toFixed(2)} s for{" "}
          {cost.usd === null ? "an unknown price" : formatModelCost(cost.usd)}.{" "}
          {tokens && (
            <span className="text-ink-3">
              {count(tokens.input)} tokens in, {count(tokens.output)} out.
            </span>
          )}
        </>
      ) : (
        sentence
      )}
    </span>
  </p>
);

type RemovalProps = { id: string; name: string; settings: ModelSettings; onClose: () => void };

function Removal({ id, name, settings, onClose }: RemovalProps) {
  const remove = useRemoveAccount(onClose);
  const accounts = settings.connection?.accounts ?? [];
  const [replacement] = accounts.filter((one) => one.id !== id);
  return (
    <ActionDialog
      title={`Remove ${name}`}
      onClose={onClose}
      submit={`Remove ${name}`}
      look="destructive"
      pending={remove.isPending}
      onSubmit={() => remove.mutate(id)}
    >
      <p>
        Its key is deleted.{" "}
        {replacement
          ? `Purposes that use it switch to their fallback, or else to ${nameOf(settings, replacement, accounts)}.`
          : "It is the last one. The operator's model answers from then on, or rules where there is none."}
      </p>
    </ActionDialog>
  );
}
