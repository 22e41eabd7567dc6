import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findDovecot } from "../machine.ts";
import { freePort } from "../port.ts";
import { asAccount } from "../postgres.ts";

export type Dovecot = {
  port: number;
  /** With TLS from the start; 0 without a certificate. */
  tlsPort: number;
  lmtpPort: number;
  /** Access tokens that are valid, with their users. */
  tokens: Map<string, string>;
  /** Answers each letter that reaches the user through LMTP. */
  sieve(user: string, script: string): void;
  /** Puts letters into a user's inbox that arrived at this moment. */
  fill(user: string, letters: readonly string[], at: Date): void;
  /** Forgets the numbers of a folder, as a restored mailbox does. */
  renumber(user: string): void;
  stop(): Promise<void>;
};

/** Debian's Dovecot on loopback as an ordinary user. Every user signs in with the password `secret`. */
export async function startDovecot({
  submissionPort = 25,
  userOf = undefined as ((token: string) => string | undefined) | undefined,
  /** Certificate and key in PEM: it speaks TLS on `tlsPort`, and STARTTLS on `port`. */
  tls = undefined as { cert: string; key: string } | undefined,
} = {}): Promise<Dovecot> {
  const program = findDovecot();
  if (program === null) throw new Error("Dovecot with its parts for LMTP and Sieve is not installed.");
  const nobody = /^nobody:[^:]*:(\d+):(\d+)/m.exec(readFileSync("/etc/passwd", "utf8"));
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? { uid: Number(nobody![1]), gid: Number(nobody![2]) } : null;
  const own = userInfo();
  const { uid, gid } = account ?? { uid: own.uid, gid: own.gid };
  const user = isRoot ? "nobody" : own.username;
  const group = new RegExp(`^([^:]+):[^:]*:${gid}:`, "m").exec(readFileSync("/etc/group", "utf8"))?.[1] ?? user;
  const folder = mkdtempSync(join(tmpdir(), "boardroom-dovecot-"));
  const give = (path: string) => account && chownSync(path, uid, gid);
  chmodSync(folder, 0o755);
  give(folder);
  for (const name of ["mail", "run", "state"]) {
    mkdirSync(join(folder, name));
    give(join(folder, name));
  }
  const tokens = new Map<string, string>();
  const introspection = createServer((request, response) => {
    const token = new URL(request.url ?? "/", "http://x").searchParams.get("token") ?? "";
    const name = userOf ? userOf(token) : tokens.get(token);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(name === undefined ? { active: false } : { active: true, username: name }));
  }).listen(0, "127.0.0.1");
  await once(introspection, "listening");
  const [port, lmtpPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const keep = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    give(path);
    return path;
  };
  const ssl = tls ? `ssl = yes\nssl_cert = <${keep("cert", tls.cert)}\nssl_key = <${keep("key", tls.key)}` : "ssl = no";
  const oauth = join(folder, "oauth");
  writeFileSync(
    oauth,
    `introspection_mode = get
introspection_url = http://127.0.0.1:${(introspection.address() as AddressInfo).port}/?token=
username_attribute = username
active_attribute = active
active_value = true
`,
  );
  const plain = (name: string) => `service ${name} {\n  chroot =\n}\n`;
  writeFileSync(
    join(folder, "conf"),
    `protocols = imap lmtp
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
${ssl}
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%n
submission_host = 127.0.0.1:${submissionPort}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${oauth}
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%n allow_all_users=yes
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
  mailbox Drafts {
    special_use = \\Drafts
    auto = create
  }
}
protocol lmtp {
  mail_plugins = sieve
  postmaster_address = postmaster@example.test
}
plugin {
  sieve = file:~/.dovecot.sieve
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${tls ? tlsPort : 0}
  }
}
service lmtp {
  user = ${user}
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
${plain("stats")}`,
  );
  const [command, flags] = asAccount(account, program, ["-F", "-c", join(folder, "conf")]);
  const child: ChildProcess = spawn(command, flags, { cwd: folder, stdio: "ignore" });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    introspection.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries < 600 && child.exitCode === null) await sleep(100);
    else {
      await stop();
      throw new Error("Dovecot does not start.");
    }
  }
  return {
    port,
    lmtpPort,
    tlsPort: tls ? tlsPort : 0,
    tokens,
    renumber(name) {
      for (const file of globSync(join(folder, "mail", name, "dovecot*"))) rmSync(file, { recursive: true });
    },
    sieve(name, script) {
      mkdirSync(join(folder, "mail", name), { recursive: true });
      give(join(folder, "mail", name));
      writeFileSync(join(folder, "mail", name, ".dovecot.sieve"), script);
      give(join(folder, "mail", name, ".dovecot.sieve"));
    },
    fill(name, letters, at) {
      const seconds = at.getTime() / 1_000;
      for (const part of ["", "cur", "new", "tmp"]) {
        mkdirSync(join(folder, "mail", name, part), { recursive: true });
        give(join(folder, "mail", name, part));
      }
      for (const [number, letter] of letters.entries()) {
        const path = join(folder, "mail", name, "cur", `${Math.floor(seconds)}.M${number}.test:2,S`);
        writeFileSync(path, letter);
        utimesSync(path, seconds, seconds);
        give(path);
      }
    },
    stop,
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => resolve((socket.destroy(), true)));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
