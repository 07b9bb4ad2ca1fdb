const HOST = import.meta.env.VITE_API_HOST ?? "";

/** Pictures and videos of our own lie where the API is; addresses of others stay as they are. */
export function mediaAddress(address: string): string {
  return address.startsWith("/") ? HOST + address : address;
}
