// The first import of every script: an older Node gets one clear sentence. Only old syntax may stand here.
const major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error("Manabiya needs Node 20 or newer to start; this is Node " + process.versions.node + ".");
  process.exit(1);
}
