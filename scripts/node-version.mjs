// The first import of every script: what follows needs Node 20, and an older one should hear so in one sentence.
// Nothing but the oldest syntax here, so that it gets that far.
const major = Number(process.versions.node.split(".")[0]);
if (major < 20) {
  console.error("Manabiya needs Node 20 or newer to start; this is Node " + process.versions.node + ".");
  process.exit(1);
}
