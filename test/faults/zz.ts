import { startPostgres } from "../postgres.ts";
import { startServer } from "./server.ts";
import { signUp } from "../world.ts";
const p = await startPostgres({ durable: true });
const s = await startServer({ DATA_DIR: "/tmp/zz-data", DATABASE_URL: p.url, LOG_LEVEL: "fatal" });
const o = await signUp(s.url);
for (let i = 0; i < 6; i++) {
  let on = true;
  const loads = Array.from({ length: 4 }, async () => { while (on) { try { await o.send("POST", "/api/tasks", { body: { title: "x" } }); } catch (e) { console.log("died", i); on = false; } } });
  await new Promise(r => setTimeout(r, 300));
  await p.restart("immediate");
  await new Promise(r => setTimeout(r, 700));
  on = false; await Promise.all(loads);
}
console.log(s.output().slice(0, 2500));
s.signal("SIGKILL"); await p.stop(); process.exit();
