import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { report } from "#ui/report.ts";
import { isReloading } from "../upgrade.ts";
import { Loading } from "./loading.tsx";

/** What is shown when a page breaks, so that nobody looks at a white screen. */
export class Mishap extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, details: ErrorInfo) {
    report("A page broke", { error, where: details.componentStack });
  }

  override render() {
    if (isReloading()) return <Loading />;
    if (!this.state.broken) return this.props.children;
    return (
      <main className="mx-auto max-w-read p-8">
        <h1 className="text-xl font-semibold tracking-tight">Something went wrong</h1>
        <p className="mt-0.5 mb-4 text-ink-2">This page could not be shown. Nothing you entered elsewhere is lost.</p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </main>
    );
  }
}
