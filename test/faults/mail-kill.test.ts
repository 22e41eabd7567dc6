// Nightly: servers are started and killed again and again; mail.test.ts holds the same promise daily.
import { expect, test } from "vitest";
import { invite } from "#features/members/invitations/contract.ts";
import { openMailStandIn } from "../outside/smtp/server.ts";
import { type Client, clientOf, signUp } from "../world.ts";
import type { Server } from "./server.ts";
import { openStage } from "./stage.ts";

test.each(["embedded", "postgres"] as const)(
  "kill -9 between cause and sending loses no mail; within a sending it is sent twice at most, on %s",
  async (database) => {
    await using stage = openStage("mail-kill");
    const [place, standIn] = [await stage.place(database), stage.keep(await openMailStandIn())];
    let server: Server | undefined;
    const start = async (role: "web" | "all") => {
      const mail = { SMTP_URL: standIn.url, MAIL_FROM: "boardroom@example.org" };
      server = await stage.start({ ...place.env, ...mail, LOG_LEVEL: "fatal", ROLE: role });
      return server;
    };
    const kill = async () => {
      server?.signal("SIGKILL");
      await server?.ended;
      // As if its lease had run out.
      await place.ask((ask) =>
        ask("UPDATE deliveries SET due_at = now() - interval '1 second' WHERE status = 'sending'"),
      );
    };
    const statuses = () => place.ask((ask) => ask<{ status: string }>("SELECT status FROM deliveries ORDER BY seq"));
    const sentTo = (address: string) => standIn.journal.filter(({ to }) => to.includes(address));
    const inviteBy = (client: Client, email: string) => client.call(invite, { body: { email, role: "member" } });

    const { url } = await start("web");
    const admin = await signUp(url, "kill-mail");
    expect((await inviteBy(admin, "first@example.com")).invitation.mail).toBe("waiting");
    await kill();
    expect(standIn.journal).toEqual([]);

    const again = Object.assign(clientOf((await start("all")).url), { cookie: admin.cookie });
    await expect.poll(() => sentTo("first@example.com").length).toBe(1);
    standIn.behave({ kind: "silence" });
    await inviteBy(again, "second@example.com");
    await expect.poll(() => sentTo("second@example.com").length).toBe(1);
    await kill();
    await start("all");
    await expect.poll(() => sentTo("second@example.com").length).toBe(2);
    await kill();
    standIn.behave({ kind: "take" });
    const last = Object.assign(clientOf((await start("all")).url), { cookie: admin.cookie });
    // Its mail comes after the one in doubt.
    await inviteBy(last, "third@example.com");
    await expect.poll(() => sentTo("third@example.com").length).toBe(1);
    server?.signal("SIGTERM");
    await server?.ended;

    expect((await statuses()).map(({ status }) => status)).toEqual(["sent", "unknown", "sent"]);
    expect(sentTo("first@example.com")).toHaveLength(1);
    const twice = sentTo("second@example.com").map(({ mail }) => mail);
    expect(twice.map(({ text }) => text?.includes("sent a second time"))).toEqual([false, true]);
    expect(new Set(twice.map(({ messageId }) => messageId)).size).toBe(1);
  },
  900_000,
);
