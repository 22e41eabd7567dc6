// The floor of sockets: bare `ws` that sends everybody whatever is posted to it, nothing of the product.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    for (const socket of sockets.clients) socket.send(text);
    response.end("{}");
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
