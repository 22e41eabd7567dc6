import { type ReactNode, useState } from "react";
import type { Scope } from "#contract/scopes.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";

type Props = {
  name: string;
  /** What tells it from others of its name. */
  mark: ReactNode;
  scopes: readonly Scope[];
  usedAt: string | null;
  usedFrom: string | null;
  /** Whose it is; null where all are the person's own. */
  owner: string | null;
  /** A sentence after its last use. */
  since: string;
  /** What its button does. */
  verb: "Revoke" | "Disconnect";
  isPending: boolean;
  onEnd: () => void;
};

/** A program that calls as a person. Asks once more before it ends the access: what uses it stops at once. */
export function AccessRow({ name, mark, scopes, usedAt, usedFrom, owner, since, verb, isPending, onEnd }: Props) {
  const { timeZone } = useCompany();
  const [isAsking, setAsking] = useState(false);
  return (
    <li data-access className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-2.5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {mark}
          {scopes.map((scope) => (
            <Tag key={scope} line>
              {scope}
            </Tag>
          ))}
        </span>
        <span className="mt-0.5 block text-xs text-pretty text-ink-3">
          {owner && `${owner}. `}
          {usedAt ? (
            <>
              Last used <Moment at={usedAt} timeZone={timeZone} />
              {usedFrom && ` from ${usedFrom}`}
            </>
          ) : (
            "Never used"
          )}
          . {since}.
        </span>
      </span>
      {isAsking ? (
        <span className="flex items-center gap-1">
          <Button small look="quiet" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button small look="destructive" pending={isPending} onClick={onEnd} aria-label={`${verb} ${name} now`}>
            {verb} now
          </Button>
        </span>
      ) : (
        <Button small look="quiet" onClick={() => setAsking(true)} aria-label={`${verb} ${name}`} className="-mr-2.5">
          {verb}
        </Button>
      )}
    </li>
  );
}
