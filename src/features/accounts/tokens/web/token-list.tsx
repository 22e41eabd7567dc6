import { useState } from "react";
import { Link } from "wouter";
import { AccessRow } from "#features/accounts/web/access-row.tsx";
import { useCompany, useUser } from "#features/accounts/web/queries.ts";
import { SignInAgain, useIsStale } from "#features/accounts/web/sign-in-again.tsx";
import { sentenceOf } from "#ui/api.ts";
import { dayMonth } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { useRevokeToken, useTokens } from "./queries.ts";

const CreateDialog = onDemand(() => import("./create-dialog.tsx"));

/** The person's own tokens with a button for another one, or everyone's, each with a button to revoke it. */
export function TokenList({ whose }: { whose: "own" | "everyone" }) {
  const { data, error } = useTokens();
  const user = useUser();
  const { timeZone } = useCompany();
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
            <AccessRow
              key={token.id}
              {...token}
              mark={<code className="font-mono text-xs text-ink-3">{token.start}…</code>}
              owner={isOwn ? null : token.username}
              since={`${token.isExpired ? "Expired" : "Expires"} ${dayMonth(token.expiresAt, timeZone)}`}
              verb="Revoke"
              isPending={revoke.isPending && revoke.variables === token.id}
              onEnd={() => revoke.mutate(token.id)}
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
