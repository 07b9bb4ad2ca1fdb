/** An address in the number-th IPv6 network for examples: each one is a place of its own, as limits count them. */
export const placeNumber = (number: number): string =>
  `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;
