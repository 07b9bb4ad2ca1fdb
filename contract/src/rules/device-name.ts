/** The more particular ones first: nearly every browser also says that it is Chrome or Safari. */
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

/** What a browser says of itself → "WindowsのChrome"; "不明な端末" when it says nothing that we know. */
export function deviceName(userAgent: string): string {
  const named = ([pattern]: [RegExp, string]) => pattern.test(userAgent);
  const browser = BROWSERS.find(named)?.[1];
  const system = SYSTEMS.find(named)?.[1];
  if (browser && system) return `${system}の${browser}`;
  return browser ?? system ?? "不明な端末";
}
