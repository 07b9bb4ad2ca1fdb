import { setTimeout as pause } from "node:timers/promises";
import type { Debian } from "../debian/debian.ts";

export const MAIL_PACKAGES = ["exim4-daemon-light"];

const FOLDER = "/etc/exim4";

const CONFIGURATION = `
primary_hostname = localhost
daemon_smtp_ports = 587
local_interfaces = 127.0.0.1
tls_certificate = ${FOLDER}/fullchain.pem
tls_privatekey = ${FOLDER}/privkey.pem
tls_advertise_hosts = *
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = account
begin acl
account:
  accept authenticated = *
  deny
begin routers
everybody:
  driver = accept
  transport = inbox
begin transports
inbox:
  driver = appendfile
  directory = /var/mail/inbox
  maildir_format
  create_directory
  user = mail
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{site}}{eq{$auth3}{\${readfile{${FOLDER}/password}{}}}}}}
  server_set_id = $auth2
`;

/** The provider of mail: Debian's Exim, which takes mails of its account alone, over TLS, and keeps them. */
export class MailServer {
  readonly #debian: Debian;

  private constructor(debian: Debian) {
    this.#debian = debian;
  }

  static async install(debian: Debian, password: string): Promise<MailServer> {
    const install = "DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends";
    await sure(debian, `${install} ${MAIL_PACKAGES.join(" ")}`);
    await sure(debian, `install -g Debian-exim -m 640 /etc/manabiya/tls/*.pem ${FOLDER}`);
    await sure(debian, `cat > ${FOLDER}/exim4.conf`, CONFIGURATION);
    const server = new MailServer(debian);
    await server.setPassword(password);
    await sure(debian, "systemctl restart exim4");
    while (!(await server.takes(password))) await pause(200);
    return server;
  }

  /** The account has this password alone. Exim reads it at each login. */
  async setPassword(password: string): Promise<void> {
    const file = `${FOLDER}/password`;
    await sure(this.#debian, `cat > ${file} && chgrp Debian-exim ${file} && chmod 640 ${file}`, password);
  }

  async taken(): Promise<number> {
    return Number((await this.#debian.run("ls /var/mail/inbox/new 2> /dev/null | wc -l")).output);
  }

  /** Whether the server takes this password. */
  async takes(password: string): Promise<boolean> {
    const words = `--silent --ssl-reqd --cacert ${FOLDER}/fullchain.pem --user site:${password} --mail-from a@example.jp`;
    const { code } = await this.#debian.run(
      `curl ${words} --mail-rcpt b@example.jp --upload-file - smtp://localhost:587`,
      { input: "Subject: a test\n\nof a password\n" },
    );
    return code === 0;
  }

  /** @returns whether as many mails arrived within so many seconds */
  async arrive(count: number, seconds: number): Promise<boolean> {
    for (let waited = 0; waited < seconds; waited += 1) {
      if ((await this.taken()) >= count) return true;
      await pause(1_000);
    }
    return false;
  }
}

export const smtpUrl = (password: string) => `smtp://site:${password}@localhost:587`;

async function sure(debian: Debian, command: string, input = ""): Promise<void> {
  const { code, output } = await debian.run(command, { input });
  if (code !== 0) throw new Error(`${command}: ${output}`);
}
