import { Fragment, type ReactNode, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { useUser, useUserTrouble } from "#features/accounts/web/queries.ts";
import { DraftAuthor, forgetDrafts } from "#ui/draft.ts";
import { pages, SecondFactorPage } from "./pages.ts";
import { NotFoundPage } from "./pages/not-found.tsx";
import { Loading, Unreached } from "./shell/loading.tsx";
import { Shell } from "./shell/shell.tsx";

/** While the user is unknown: a spinner, or the reason. */
function Unknown() {
  const trouble = useUserTrouble();
  return trouble ? <Unreached error={trouble} /> : <Loading />;
}

/** Shows a page to signed-in users, a spinner while unknown, and sends others to the sign-in. */
function Protected({ children }: { children: ReactNode }) {
  const user = useUser();
  if (user === undefined) return <Unknown />;
  if (user === null) return <Redirect to="/auth" replace />;
  if (user.needsSecondFactor) return <SecondFactorPage />;
  return (
    <SignedIn key={user.id} user={user}>
      {children}
    </SignedIn>
  );
}

/** Keyed by user, so nothing the previous user typed or opened in this window remains. */
function SignedIn({ user, children }: { user: User; children: ReactNode }) {
  useEffect(() => forgetDrafts(user.id), [user.id]);
  return (
    <DraftAuthor value={user.id}>
      <Shell user={user}>{children}</Shell>
    </DraftAuthor>
  );
}

function Open({ children }: { children: ReactNode }) {
  const user = useUser();
  return <Shell user={user ?? null}>{children}</Shell>;
}

function Guests({ children }: { children: ReactNode }) {
  const user = useUser();
  if (user === undefined) return <Unknown />;
  return user ? <Redirect to="/" replace /> : children;
}

const guards = { members: Protected, guests: Guests, all: Fragment };

export const Routes = () => (
  <Switch>
    {pages.map(({ path, who, Page }) => {
      const Guard = guards[who];
      return (
        // One key for all, so that the shell stays from page to page.
        <Route key="page" path={path}>
          {({ id = "" }: { id?: string }) => (
            <Guard>
              <Page key={id} id={id} />
            </Guard>
          )}
        </Route>
      );
    })}
    <Route>
      <Open>
        <NotFoundPage />
      </Open>
    </Route>
  </Switch>
);
