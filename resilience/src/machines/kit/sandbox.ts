import { type Finding, none } from "../../finding.ts";
import type { Debian } from "../debian/debian.ts";
import { differences, valuesOf } from "./judge.ts";

const UNIT = "/run/systemd/system/probe.service";

/** Looks around where the service runs. Each line is NAME=VALUE. */
const PROBE = `#!/bin/bash
can() { local name=$1; shift; if "$@" > /dev/null 2>&1; then echo "$name=yes"; else echo "$name=no"; fi; }
can write-files touch /var/lib/manabiya/probe
can write-cache touch /var/cache/manabiya/probe
can write-release touch /opt/manabiya/current/probe
can write-settings touch /etc/manabiya/probe
can write-backups touch /var/backups/manabiya/probe
can read-settings cat /etc/manabiya/manabiya.env
can read-key cat /etc/manabiya/tls/privkey.pem
can see-home ls -A /root
can see-disks test -b /dev/vda -o -b /dev/sda -o -b /dev/loop0
can see-others test -e /proc/1
can make-namespaces unshare --user true
can trace-others test -r /proc/1/environ
can change-clock date --set=2001-01-01
can change-host-name hostname probe
echo "user=$(id --user --name)"
echo "temporary-files=$(ls -A /tmp | wc -l)"
sed --quiet 's/^\\(NoNewPrivs\\|Seccomp\\|CapBnd\\|CapEff\\):\\s*/\\1=/p' /proc/self/status
rm -f /var/lib/manabiya/probe /var/cache/manabiya/probe
`;

const RIGHT = {
  "write-files": "yes",
  "write-cache": "yes",
  "write-release": "no",
  "write-settings": "no",
  "write-backups": "no",
  "read-settings": "no",
  "read-key": "no",
  "see-home": "no",
  "see-disks": "no",
  "see-others": "no",
  "make-namespaces": "no",
  "trace-others": "no",
  "change-clock": "no",
  "change-host-name": "no",
  user: "manabiya",
  "temporary-files": "0",
  NoNewPrivs: "1",
  Seccomp: "2",
  CapBnd: "0000000000000000",
  CapEff: "0000000000000000",
};

/** Runs a probe by the installed unit, with nothing of it changed but the program. */
export async function probeSandbox(debian: Debian): Promise<Finding[]> {
  debian.write("/usr/local/bin/probe", PROBE, 0o755);
  await debian.run("touch /tmp/of-others");
  const program = "s|^ExecStart=.*|ExecStart=/usr/local/bin/probe|; s|^Type=.*|Type=oneshot|; s|^Restart=.*||";
  const { output } = await debian.run(
    `sed '${program}' /etc/systemd/system/manabiya.service > ${UNIT} && systemctl daemon-reload && systemctl start probe;
     journalctl --sync; journalctl --unit probe --output cat --no-pager; rm ${UNIT} /usr/local/bin/probe; systemctl daemon-reload`,
  );
  const status = await debian.run("cat /proc/$(systemctl show --property MainPID --value manabiya)/status");
  const served = valuesOf(status.output.replaceAll(/:\s+/g, "="));
  const { NoNewPrivs, Seccomp, CapBnd, CapEff } = RIGHT;
  return [
    none("what the unit's sandbox grants or denies wrongly", differences(valuesOf(output), RIGHT)),
    none("limits that the serving process lacks", differences(served, { NoNewPrivs, Seccomp, CapBnd, CapEff })),
  ];
}
