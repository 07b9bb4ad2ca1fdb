// `serve.mjs` loads this module into a server. It stops the server when the starting script is killed; otherwise the
// orphan would hold the port and the data folder.
if (process.connected) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel alone must not keep the process alive.
  process.channel.unref();
}
