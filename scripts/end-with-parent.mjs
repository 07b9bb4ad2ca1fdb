// Loaded into a server by `serve.mjs`: when the script that started it is killed, it gets the signal that the
// script can no longer pass on. Otherwise it would keep the port and the data folder, with nobody to stop it.
if (process.connected) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel is no reason to go on living.
  process.channel.unref();
}
