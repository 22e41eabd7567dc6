import { useQuery } from "@tanstack/react-query";
import { useCompany } from "#features/accounts/web/queries.ts";
import { getLink, removeLink, startPath } from "#features/accounts/provider/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";
import { useRefusal } from "./provider-button.tsx";

/** Links the person's account at the installation's provider; shown only where there is one. */
export function ProviderLink() {
  const { data } = useQuery({ ...read(getLink, {}), staleTime: 0 });
  const { timeZone } = useCompany();
  const refusal = useRefusal();
  const remove = useSend(removeLink, null, {
    done: () => toast("Account Unlinked"),
    settled: () => void refresh("provider-link"),
  });
  if (!data || (data.provider === null && data.linkedAt === null)) return null;
  const name = data.provider ?? "the former sign-in provider";
  return (
    <Section
      title={`Sign in with ${name}`}
      actions={
        data.linkedAt ? (
          <Button small look="quiet" pending={remove.isPending} onClick={() => remove.mutate()}>
            Unlink
          </Button>
        ) : (
          <a href={`${startPath}?link=1`} className={buttonClass("plain", true)}>
            Link account
          </a>
        )
      }
    >
      <p className="text-ink-2">
        {data.linkedAt ? (
          <>
            Linked <Moment at={data.linkedAt} timeZone={timeZone} />
          </>
        ) : (
          "Link your account there to sign in without your password."
        )}
      </p>
      {(refusal ?? remove.error) && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {refusal ?? (remove.error && sentenceOf(remove.error))}
        </p>
      )}
    </Section>
  );
}
