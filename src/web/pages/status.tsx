import { Program } from "#features/operations/web/program.tsx";
import { useStatus } from "#features/operations/web/queries.ts";
import { Safety } from "#features/operations/web/safety.tsx";
import { Work } from "#features/operations/web/work.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

export default function StatusPage() {
  const { data, error } = useStatus();
  return (
    <Page title="Status">
      <PageHead title="Status">The current state of this installation and its data.</PageHead>
      {error && !data ? (
        <Fault error={error} what="The status could not be loaded" />
      ) : (
        <div className="grid max-w-[880px] gap-8 md:gap-10">
          {data ? (
            <>
              <Safety status={data} />
              <Work status={data} />
              <Program status={data} />
            </>
          ) : (
            <div role="status">
              <span className="sr-only">Loading...</span>
              <SkeletonRows rows={8} tall />
            </div>
          )}
        </div>
      )}
    </Page>
  );
}
