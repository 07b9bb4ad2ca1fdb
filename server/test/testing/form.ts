/** A browser's multipart form for `app.inject`. */
export async function formPayload(
  fields: Record<string, string | File>,
): Promise<{ payload: Buffer; headers: { "content-type": string } }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request("http://localhost/", { method: "POST", body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  };
}

/** A file with these bytes or this text. */
export function fileOf(content: string | Uint8Array<ArrayBuffer>, name: string): File {
  return new File([content], name);
}
