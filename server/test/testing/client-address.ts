/** @returns an IPv6 address in its own documentation network; rate limits count each network separately */
export const clientAddress = (number: number): string =>
  `2001:db8:${(number & 0xffff).toString(16)}:${(number >> 16).toString(16)}::1`;
