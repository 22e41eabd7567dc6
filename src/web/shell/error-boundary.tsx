import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { report } from "#ui/report.ts";
import { isReloading } from "../upgrade.ts";
import { Loading } from "./loading.tsx";

/** Shown when a page crashes, instead of a white screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, details: ErrorInfo) {
    report("A page crashed", { error, where: details.componentStack });
  }

  override render() {
    if (isReloading()) return <Loading />;
    if (!this.state.broken) return this.props.children;
    return (
      <main className="mx-auto max-w-read p-8">
        <h1 className="text-xl font-semibold tracking-tight">Something went wrong</h1>
        <p className="mt-0.5 mb-4 text-ink-2">
          This page could not be displayed. Input on other pages is not affected.
        </p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </main>
    );
  }
}
