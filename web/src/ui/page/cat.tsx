/** The cat of the landing pages, asleep, in the ink of the text around it. */
export function Cat() {
  return (
    <svg
      viewBox="-84 -82 168 90"
      aria-hidden
      className="h-auto w-28 max-w-full fill-none stroke-current"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path className="fill-signal stroke-none" d="M8-56c26 4 44 18 46 36-18 2-42-12-46-36Z" />
      <path d="M-62-6c-6-34 20-54 58-52 36 2 60 20 60 40 0 10-6 16-14 18H-54c-4 0-7-2-8-6ZM44-4C20 4-6 0-14-8" />
      <g transform="translate(-40 -24) rotate(-6) scale(.82)">
        <path
          className="fill-surface"
          d="M-34-6c-3-14-3-26 0-36 10 3 18 9 23 16 7-2 15-2 22 0 5-7 13-13 23-16 3 10 3 22 0 36 4 6 5 12 4 17-3 12-18 19-38 19s-35-7-38-19c-1-5 0-11 4-17Z"
        />
        <path d="M-19 1q6 6 12 0M7 1q6 6 12 0M0 13q-1 6-8 5M0 13q1 6 8 5M-44 8l14 2M44 8l-14 2" />
      </g>
    </svg>
  );
}
