/** The order matters: nearly every user agent also contains Chrome or Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

/** @returns a name such as "WindowsのChrome", or "不明な端末" for an unknown user agent */
export function deviceName(userAgent: string): string {
  const matches = ([pattern]: [RegExp, string]) => pattern.test(userAgent);
  const browser = BROWSERS.find(matches)?.[1];
  const system = SYSTEMS.find(matches)?.[1];
  if (browser && system) return `${system}の${browser}`;
  return browser ?? system ?? "不明な端末";
}
