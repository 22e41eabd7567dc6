import type { Answer, Call } from "./service.ts";

type Channel = { id: string; token: string; address: string; expiration: string };

/** Channels of a Google service: it repeats the token it was given, counts its messages, and says nothing else. */
export function openChannels() {
  const channels: Channel[] = [];
  let count = 0;
  return {
    channels,
    open({ text }: Call): Answer {
      const asked = JSON.parse(text) as Channel & { type: string };
      if (asked.type !== "web_hook" || !asked.address.startsWith("https://"))
        return { status: 400, body: { error: { code: 400, message: "WebHook callback must be HTTPS" } } };
      channels.push(asked);
      const { id, token, expiration } = asked;
      return {
        body: {
          kind: "api#channel",
          id,
          resourceId: "r1",
          resourceUri: "https://www.googleapis.com",
          token,
          expiration,
        },
      };
    },
    /** The headers of the next message of a channel. */
    headersOf({ id, token }: Channel): Record<string, string> {
      count += 1;
      return {
        "x-goog-channel-id": id,
        "x-goog-channel-token": token,
        "x-goog-message-number": String(count),
        "x-goog-resource-id": "r1",
        "x-goog-resource-state": "change",
      };
    },
  };
}
