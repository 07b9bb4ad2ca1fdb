/** A roof over an open book, as in public/favicon.svg. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#1f4478" />
      <path
        d="M5 15 16 6.5 27 15"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M16 25.5c-2-1.7-4.6-2.3-7.5-2.3V15c2.9 0 5.5.6 7.5 2.3C18 15.6 20.6 15 23.5 15v8.2c-2.9 0-5.5.6-7.5 2.3Z"
        fill="#fff"
      />
      <circle cx="16" cy="11.8" r="2" fill="#f2b233" />
    </svg>
  );
}
