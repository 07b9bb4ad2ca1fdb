const HOST = import.meta.env.VITE_API_HOST ?? "";

/** Files of this service are on the API's host. Other addresses stay unchanged. */
export function mediaAddress(address: string): string {
  return address.startsWith("/") ? HOST + address : address;
}
