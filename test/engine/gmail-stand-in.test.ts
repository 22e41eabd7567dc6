import { createHash } from "node:crypto";
import type { gmail_v1 } from "@googleapis/gmail";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { shapes } from "#connectors/gmail/api.ts";
import { openGmail, type GmailStandIn } from "../outside/gmail.ts";
import { client } from "../outside/google-sign-in.ts";
import { gmailRefusals } from "../outside/gmail-refusals.ts";

/** The stand-in of Gmail answers as Google's was recorded to, and what the connector reads is in both. */
let gmail: GmailStandIn;
beforeAll(async () => {
  gmail = await openGmail();
});
afterAll(() => gmail?.close());

/** Every field that is read exists in the official types: a name that Google does not know does not compile. */
type Read<Name extends keyof typeof shapes> = keyof z.input<(typeof shapes)[Name]>;
type Known<Names extends keyof Official, Official> = Names;
export type Fields = [
  Known<Read<"profile">, gmail_v1.Schema$Profile>,
  Known<Read<"sendAs">, gmail_v1.Schema$ListSendAsResponse>,
  Known<keyof z.input<typeof shapes.sendAs>["sendAs"] extends never ? never : "sendAsEmail", gmail_v1.Schema$SendAs>,
  Known<Read<"labels">, gmail_v1.Schema$ListLabelsResponse>,
  Known<Read<"label">, gmail_v1.Schema$Label>,
  Known<Read<"messages">, gmail_v1.Schema$ListMessagesResponse>,
  Known<Read<"message">, gmail_v1.Schema$Message>,
  Known<Read<"thread">, gmail_v1.Schema$Thread>,
  Known<Read<"drafts">, gmail_v1.Schema$ListDraftsResponse>,
  Known<Read<"draft">, gmail_v1.Schema$Draft>,
  Known<Read<"history">, gmail_v1.Schema$ListHistoryResponse>,
  Known<keyof NonNullable<z.input<typeof shapes.history>["history"]>[number], gmail_v1.Schema$History>,
];

async function api(path: string, json?: object, method = json ? "POST" : "GET", token = gmail.signIn.grant().access) {
  const reply = await fetch(`${gmail.url}/gmail/v1/users/me/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: (text ? JSON.parse(text) : null) as Record<string, unknown> };
}

/** The kinds of everything in an answer, by its path; of a list, its first. */
function outline(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return outline(value[0], `${path}[]`);
  if (value === null || typeof value !== "object") return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, one]) => outline(one, `${path}.${name}`));
}

test("its answers have every field of the recorded ones, with values of the same kind; both are read", async () => {
  const { id, threadId } = gmail.deliver();
  const draft = await api("drafts", {
    message: { raw: Buffer.from("Subject: x\r\n\r\nx").toString("base64url"), threadId },
  });
  const other = await api("drafts", { message: { raw: Buffer.from("Subject: y\r\n\r\ny").toString("base64url") } });
  gmail.person.label(id, "CEO");
  const recorded: [keyof typeof shapes, unknown, { body: unknown }][] = [
    [
      "profile",
      { emailAddress: "ceo@acme.com", messagesTotal: 10211, threadsTotal: 8120, historyId: "4412345" },
      await api("profile"),
    ],
    ["labels", { labels: [{ id: "INBOX", name: "INBOX", type: "system" }] }, await api("labels")],
    [
      "message",
      {
        id: "19a1",
        threadId: "19a0",
        labelIds: ["UNREAD", "INBOX", "Label_12"],
        snippet: "Hello",
        historyId: "4412350",
        internalDate: "1763628000000",
        sizeEstimate: 3390,
        raw: "RnJvbTog",
      },
      await api(`messages/${id}?format=raw`),
    ],
    ["draft", { id: "r-2497042748957023124", message: { id: "19b2", threadId: "19a0", labelIds: ["DRAFT"] } }, draft],
    ["drafts", { drafts: [{ id: "r-249704", message: { id: "19b2", threadId: "19a0" } }] }, await api("drafts")],
    [
      "message",
      { id: "19b9", threadId: "19a0", labelIds: ["SENT"] },
      await api("drafts/send", { id: other.body["id"] }),
    ],
    [
      "history",
      {
        history: [
          {
            id: "4412350",
            messages: [{ id: "19a1", threadId: "19a0" }],
            messagesAdded: [{ message: { id: "19a1", threadId: "19a0", labelIds: ["UNREAD", "INBOX", "Label_12"] } }],
          },
        ],
        nextPageToken: "x",
        historyId: "4412399",
      },
      await api("history?startHistoryId=400000000000000004412&historyTypes=messageAdded&maxResults=1"),
    ],
    [
      "history",
      {
        history: [
          {
            id: "4412351",
            labelsAdded: [
              { message: { id: "18ff", threadId: "18ff", labelIds: ["INBOX", "Label_12"] }, labelIds: ["Label_12"] },
            ],
          },
        ],
        historyId: "4412399",
      },
      await api("history?startHistoryId=400000000000000004412&historyTypes=labelAdded"),
    ],
  ];
  for (const [name, was, { body }] of recorded) {
    expect(outline(body), name).toEqual(expect.arrayContaining(outline(was)));
    expect([name, shapes[name].safeParse(was).success, shapes[name].safeParse(body).success]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

test("its refusals have the recorded form", async () => {
  const { status, body } = await api("profile", undefined, "GET", "nonsense");
  const recorded = {
    error: {
      code: 401,
      message: "Request had invalid authentication credentials…",
      errors: [{ message: "Invalid Credentials", domain: "global", reason: "authError" }],
      status: "UNAUTHENTICATED",
    },
  };
  expect([status, outline(body)]).toEqual([401, expect.arrayContaining(outline(recorded))]);
  for (const { body: one } of Object.values(gmailRefusals))
    expect(outline(one)).toEqual(expect.arrayContaining(outline(recorded)));
  expect(await api("profile", undefined, "GET", gmail.signIn.grant(["openid"]).access)).toEqual(
    gmailRefusals.insufficientPermissions,
  );
  expect(await api("labels", { name: "inbox" })).toEqual(gmailRefusals.labelExists);
});

test("the history is absent where nothing changed, and gone where it is too old, or none", async () => {
  const { body } = await api("profile");
  const at = String(body["historyId"]);
  expect(await api(`history?startHistoryId=${at}`)).toEqual({ status: 200, body: { historyId: at } });
  gmail.pruneHistory();
  gmail.stir();
  for (const start of [at, "1", "0", "abc", "999999999999999999999999"])
    expect((await api(`history?startHistoryId=${start}`)).status).toBe(404);
  const now = String((await api("profile")).body["historyId"]);
  expect((await api(`history?startHistoryId=${now}`)).status).toBe(200);
  gmail.settings.losesHistory = true;
  expect((await api(`history?startHistoryId=${now}`)).status).toBe(404);
  gmail.settings.losesHistory = false;
});

test("sending consumes the draft, gives another id and Message-ID, and keeps headers that it does not know", async () => {
  const first = gmail.deliver({ subject: "Hello" });
  const raw = `From: x\r\nTo: bob@customer.example\r\nSubject: Re: Hello\r\nMessage-ID: <ours@acme.example>\r\nIn-Reply-To: ${first.messageId}\r\nX-Boardroom-Reply: m1\r\n\r\nYes.\r\n`;
  const { body } = await api("drafts", {
    message: { raw: Buffer.from(raw).toString("base64url"), threadId: first.threadId },
  });
  const before = body["message"] as { id: string; threadId: string };
  expect(before.threadId).toBe(first.threadId);
  const sent = await api("drafts/send", { id: body["id"] });
  expect(sent).toMatchObject({ status: 200, body: { threadId: first.threadId, labelIds: ["SENT"] } });
  expect(sent.body["id"]).not.toBe(before.id);
  expect(gmail.sent.at(-1)?.raw).toMatch(/^Message-ID: <CA[^>]+@mail\.gmail\.com>\r\nFrom: x[^]*X-Boardroom-Reply: m1/);
  expect(gmail.sent.at(-1)?.raw).not.toContain("ours@acme.example");
  expect((await api(`drafts/${String(body["id"])}`)).status).toBe(404);
  expect((await api("drafts/send", { id: body["id"] })).status).toBe(404);
  expect((await api(`messages/${before.id}`)).status).toBe(404);
  expect((await api("messages?q=rfc822msgid:ours@acme.example")).body["messages"]).toBe(undefined);
  // A subject of its own, or no reference, begins a thread.
  for (const change of [raw.replace("Hello", "Other"), raw.replace(/In-Reply-To.*\r\n/, "")]) {
    const draft = await api("drafts", {
      message: { raw: Buffer.from(change).toString("base64url"), threadId: first.threadId },
    });
    expect((draft.body["message"] as { threadId: string }).threadId).not.toBe(first.threadId);
  }
});

test("Google's sign-in: one code for its verifier and address, a refresh token where it is asked for, one revocation for all", async () => {
  const redirect = "http://127.0.0.1:9/return";
  const verifier = "a".repeat(43);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const agree = async (more: Record<string, string> = {}) => {
    const asked = {
      client_id: client.client_id,
      redirect_uri: redirect,
      scope: "openid email",
      state: "s",
      code_challenge: challenge,
    };
    const query = new URLSearchParams({ ...asked, access_type: "offline", prompt: "consent", ...more });
    const reply = await fetch(`${gmail.url}/o/oauth2/v2/auth?${query.toString()}`, { redirect: "manual" });
    return { status: reply.status, back: new URL(reply.headers.get("location") ?? redirect).searchParams };
  };
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ ...client, ...form });
    const reply = await fetch(gmail.url + path, { method: "POST", body });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const exchange = (code: string, more: Record<string, string> = {}) =>
    post("/token", {
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
      ...more,
    });

  const code = (await agree()).back.get("code") ?? "";
  const first = await exchange(code);
  const recorded = { access_token: "", expires_in: 3599, refresh_token: "", scope: "", token_type: "", id_token: "" };
  expect(outline(first.body).toSorted()).toEqual(outline(recorded).toSorted());
  expect(first.body["scope"]).toBe("openid https://www.googleapis.com/auth/userinfo.email");
  expect((await exchange(code)).body["error"]).toBe("invalid_grant");
  for (const [more, error] of [
    [{ code_verifier: "b".repeat(43) }, "invalid_grant"],
    [{ redirect_uri: "http://127.0.0.1:9/other" }, "redirect_uri_mismatch"],
    [{ client_secret: "wrong" }, "invalid_client"],
  ] as const)
    expect((await exchange((await agree()).back.get("code") ?? "", more)).body["error"]).toBe(error);
  const again = await exchange((await agree({ prompt: "none" })).back.get("code") ?? "");
  expect(again.body["refresh_token"]).toBe(undefined);
  expect((await agree({ client_id: "other" })).status).toBe(401);

  const refresh = { grant_type: "refresh_token", refresh_token: String(first.body["refresh_token"]) };
  expect(Object.keys((await post("/token", refresh)).body)).not.toContain("refresh_token");
  expect(await post("/revoke", { token: refresh.refresh_token })).toEqual({ status: 200, body: {} });
  expect(await post("/revoke", { token: refresh.refresh_token })).toMatchObject({
    status: 400,
    body: { error: "invalid_token" },
  });
  expect((await post("/token", refresh)).body).toEqual({
    error: "invalid_grant",
    error_description: "Token has been expired or revoked.",
  });
  expect((await api("profile", undefined, "GET", String(again.body["access_token"]))).status).toBe(401);
});
