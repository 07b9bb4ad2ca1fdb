// Loaded into every program of a rehearsal by NODE_OPTIONS: writes the host or socket of each connection to a file.
import { appendFileSync } from "node:fs";
import net from "node:net";

const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function record(...words) {
  // `net.connect` normalises its arguments into an array.
  const [options] = Array.isArray(words[0]) ? words[0] : words;
  const { host, path } = typeof options === "object" && options !== null ? options : { host: words[1] };
  appendFileSync(process.env.HOME + "/connections", `${path ?? host ?? "localhost"}\n`);
  return connect.apply(this, words);
};
