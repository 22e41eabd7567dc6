import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import * as calls from "#features/slack/contract.ts";
import { call } from "#ui/api.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Check, Options, SelectField } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** How Slack is set up, and what is posted there. */
export function SlackSettings() {
  const { data, error } = useQuery(read(calls.getSlack, {}));
  if (error && !data) return <Fault error={error} what="The settings of Slack could not be loaded" />;
  if (!data) return <SkeletonRows rows={6} tall />;
  return (
    <>
      <Section title="The app">
        <ol className="max-w-[72ch] list-decimal pl-5 text-pretty text-ink-2">
          {!data.isOperatorsApp && (
            <li>
              <a href={data.createUrl} target="_blank" rel="noreferrer" className="underline underline-offset-2">
                Create the app in Slack
              </a>{" "}
              and install it in your workspace.
            </li>
          )}
          <li>
            <Link href="/integrations?tab=available" className="underline underline-offset-2">
              Connect Slack
            </Link>{" "}
            {data.isOperatorsApp ? "by its sign-in page." : "with its bot token and its signing secret."}{" "}
            {data.isConnected && (data.canBeAnswered ? "Done." : "The signing secret is missing: buttons do not work.")}
          </li>
          <li>
            {data.isOperatorsApp ? "Ask your operator to enter" : "In Slack, confirm"} this address under Event
            Subscriptions. Slack must reach it from the internet:
            <pre className="my-1 rounded-control bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              {data.address}
            </pre>
          </li>
          <li>Invite the app to the channel.</li>
        </ol>
      </Section>
      <Posts of={data} />
    </>
  );
}

const posts = [
  ["approvals", "Proposals, with buttons to approve and reject"],
  ["notices", "Notices for the company"],
  ["brief", "The daily brief"],
] as const;

/** The other way: from the channel to here. */
const messages = ["messages", "Read messages into the Brain"] as const;

function Posts({ of: settings }: { of: calls.SlackSettings }) {
  const [given, setGiven] = useState({
    channelId: settings.channel?.id ?? null,
    approvals: settings.approvals,
    notices: settings.notices,
    brief: settings.brief,
    messages: settings.messages,
  });
  const { data: channels = [], error } = useQuery({
    ...read(calls.listSlackChannels, {}),
    enabled: settings.isConnected,
  });
  const known = settings.channel && !channels.some(({ id }) => id === settings.channel?.id) ? [settings.channel] : [];
  const save = useMutation({
    mutationFn: () => call(calls.changeSlack, { body: given }),
    onSuccess: () => toast("Slack settings saved"),
    onError: (fault) => toastFailure("Slack settings not saved", fault),
    onSettled: () => refresh("integrations"),
  });
  return (
    <Section title="Channel" className="mt-8">
      <p className="mb-3 max-w-[72ch] text-pretty text-ink-2">
        Everyone in the channel can read it. Only people whose Slack account has the email address of their Boardroom
        account can decide and ask there, with their own rights.
      </p>
      {error && <Fault error={error} what="The channels could not be loaded" />}
      <div className="grid max-w-[40ch] gap-3">
        <SelectField
          label="Channel"
          disabled={!settings.isConnected}
          value={given.channelId ?? ""}
          onText={(id) => setGiven({ ...given, channelId: id || null })}
        >
          <Options of={[["", "None"], ...[...known, ...channels].map(({ id, name }) => [id, `#${name}`] as const)]} />
        </SelectField>
        {[...posts, messages].map(([name, label]) => (
          <Check
            key={name}
            label={label}
            checked={given[name]}
            disabled={!settings.isConnected}
            onChange={({ currentTarget }) => setGiven({ ...given, [name]: currentTarget.checked })}
          />
        ))}
        <p className="text-ink-2">Members can search them. Turned off or removed, they are deleted here.</p>
        <div className="flex gap-2">
          <Button
            look="primary"
            disabled={!settings.isConnected}
            pending={save.isPending}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
          <Link href="/integrations?tab=active" className={buttonClass("plain", false)}>
            Back
          </Link>
        </div>
      </div>
    </Section>
  );
}
