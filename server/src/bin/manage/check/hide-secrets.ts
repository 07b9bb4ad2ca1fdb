/** Characters. Shorter ones would blacken ordinary words. */
const SECRET_MIN = 4;

/** Libraries and remote servers may repeat what they were given. */
export function hiderOfSecrets(environment: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    const [, password = ""] = /^\w+:\/\/[^/?#:]*:(.*)@/.exec(value) ?? [];
    const decoded = password.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
    );
    return [/SECRET|_KEY/.test(name) ? value : "", password, decoded];
  });
  const hidden = secrets.filter(({ length }) => length >= SECRET_MIN).toSorted((a, b) => b.length - a.length);
  return (text) => hidden.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}
