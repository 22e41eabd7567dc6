import { useState } from "react";
import { Link } from "wouter";
import { useCompany, useUser } from "#features/accounts/web/queries.ts";
import { SignInAgain, useIsStale } from "#features/accounts/web/sign-in-again.tsx";
import type { ApiToken } from "#features/accounts/tokens/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { dayMonth } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { useRevokeToken, useTokens } from "./queries.ts";

const CreateDialog = onDemand(() => import("./create-dialog.tsx"));

/** The person's own tokens with a button for another one, or everyone's, each with a button to revoke it. */
export function TokenList({ whose }: { whose: "own" | "everyone" }) {
  const { data, error } = useTokens();
  const user = useUser();
  const revoke = useRevokeToken();
  const isStale = useIsStale();
  const [isCreating, setCreating] = useState(false);
  const isOwn = whose === "own";
  const tokens = data?.filter(({ userId }) => !isOwn || userId === user?.id);
  return (
    <Section
      id="api-tokens"
      title={isOwn ? "API tokens" : "API tokens of everyone"}
      note={tokens?.length || undefined}
      actions={
        isOwn &&
        !isStale && (
          <Button small look="quiet" onClick={() => setCreating(true)}>
            Create token
          </Button>
        )
      }
    >
      {error && !data ? (
        <Fault error={error} what="The API tokens could not be loaded" />
      ) : !tokens ? (
        <SkeletonRows rows={2} />
      ) : tokens.length === 0 ? (
        <Empty title="No API tokens">
          {isOwn ? "A token lets a script call Boardroom as you, within the scopes you choose. " : "Nobody has one. "}
          What it can call is on the{" "}
          <Link href="/developers" className="underline underline-offset-2">
            Developers page
          </Link>
          .
        </Empty>
      ) : (
        <ul>
          {tokens.map((token) => (
            <Row
              key={token.id}
              token={token}
              owner={isOwn ? null : token.username}
              isPending={revoke.isPending && revoke.variables === token.id}
              onRevoke={() => revoke.mutate(token.id)}
            />
          ))}
        </ul>
      )}
      {isOwn && isStale && <SignInAgain to="create a token" />}
      {revoke.error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {sentenceOf(revoke.error)}
        </p>
      )}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Section>
  );
}

type RowProps = { token: ApiToken; owner: string | null; isPending: boolean; onRevoke: () => void };

/** Asks once more before it revokes: what uses the token stops at once. */
function Row({ token, owner, isPending, onRevoke }: RowProps) {
  const { timeZone } = useCompany();
  const [isAsking, setAsking] = useState(false);
  const { name, start, scopes, expiresAt, isExpired, usedAt, usedFrom } = token;
  return (
    <li data-token className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-2.5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <code className="font-mono text-xs text-ink-3">{start}…</code>
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
          . {isExpired ? "Expired" : "Expires"} {dayMonth(expiresAt, timeZone)}.
        </span>
      </span>
      {isAsking ? (
        <span className="flex items-center gap-1">
          <Button small look="quiet" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button small look="destructive" pending={isPending} onClick={onRevoke} aria-label={`Revoke ${name} now`}>
            Revoke now
          </Button>
        </span>
      ) : (
        <Button small look="quiet" onClick={() => setAsking(true)} aria-label={`Revoke ${name}`} className="-mr-2.5">
          Revoke
        </Button>
      )}
    </li>
  );
}
