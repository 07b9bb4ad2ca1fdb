/** @returns an IPv6 address at its own site of a documentation network; rate limits count each site separately */
export const clientAddress = (number: number): string =>
  `2001:db8:${(number & 0xffff).toString(16)}:${(number >> 16).toString(16)}::1`;
